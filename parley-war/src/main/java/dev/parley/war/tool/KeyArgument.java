package dev.parley.war.tool;

import dev.parley.id.IdempotencyKey;
import dev.parley.war.wire.Arguments;
import dev.parley.war.wire.JsonTypes;
import java.util.Map;
import java.util.Optional;

/** The argument {@code idempotency_key} of the tools that write. */
final class KeyArgument {
  static final String NAME = "idempotency_key";

  private KeyArgument() {}

  /** Its schema where it names a message. */
  static Map<String, Object> ofAMessage() {
    return schema("A repeat with this key is the same message.");
  }

  /** Its schema. */
  static Map<String, Object> schema(String description) {
    return JsonTypes.text(IdempotencyKey.MAX_LENGTH, description);
  }

  /** The key that was given; an empty one is none. */
  static Optional<IdempotencyKey> in(Arguments arguments) {
    return arguments.optionalValue(NAME, IdempotencyKey::of).flatMap(key -> key);
  }
}

package dev.parley.war.tool;

import dev.parley.id.IdempotencyKey;
import dev.parley.war.wire.JsonTypes;

/** The argument {@code idempotency_key} of the tools that write. */
final class KeyArgument {
  static final String NAME = "idempotency_key";

  private KeyArgument() {}

  /** The key of a message. */
  static Param<IdempotencyKey> ofAMessage() {
    return described("Same key: same message.");
  }

  /** A key. */
  static Param<IdempotencyKey> described(String description) {
    return Param.text(
        NAME,
        JsonTypes.text(IdempotencyKey.MAX_LENGTH, description),
        arguments -> arguments.optionalValue(NAME, IdempotencyKey::of).flatMap(key -> key));
  }
}

package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.Optional;

/**
 * The key an agent gives to one write, so that a repeat of the write counts once. It belongs to the
 * agent: another agent may use the same key for something else.
 *
 * @param value 1 to {@value #MAX_LENGTH} UTF-16 units
 */
public record IdempotencyKey(String value) {
  /** The maximum length of a key in UTF-16 units. */
  public static final int MAX_LENGTH = 256;

  private static final String FIELD = "idempotency_key";

  /** Checks the length; refused with {@code invalid_argument}. */
  public IdempotencyKey {
    TextLimits.text(FIELD, value, MAX_LENGTH);
    if (value.isEmpty()) {
      throw InvalidArgument.refusal(FIELD, "it is empty; leave it out to have none");
    }
  }

  /** Returns the key {@code text}; an empty text is no key. */
  public static Optional<IdempotencyKey> of(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new IdempotencyKey(text));
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.Map;

/**
 * The id of a message, the same on every delivery; it identifies duplicates.
 *
 * @param value a ULID: 26 characters of Crockford's base 32
 * @see <a href="https://github.com/ulid/spec">the ULID specification</a>
 */
public record MessageId(String value) {
  private static final String FORM = "[0-7][0-9A-HJKMNP-TV-Z]{25}";
  private static final int LENGTH = 26;
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** Checks the form; refused with {@code invalid_argument}. */
  public MessageId {
    if (!isUlid(value)) {
      throw InvalidArgument.refusal(
          "messageId", "it must be a ULID of 26 upper-case characters", Map.of("pattern", FORM));
    }
  }

  /**
   * Checks the form by hand: every message read makes an id, and a pattern takes many times as
   * long.
   */
  private static boolean isUlid(String value) {
    if (value.length() != LENGTH || value.charAt(0) > '7') {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      if (DIGITS.indexOf(value.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return value;
  }
}

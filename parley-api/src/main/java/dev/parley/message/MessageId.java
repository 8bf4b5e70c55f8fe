package dev.parley.message;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The name of a message, the same wherever and however often it arrives: what duplicates are known
 * by.
 *
 * @param value a ULID: 26 characters of Crockford's base 32
 * @see <a href="https://github.com/ulid/spec">the ULID specification</a>
 */
public record MessageId(String value) {
  private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public MessageId {
    InvalidArgument.unlessMatches("messageId", value, FORM, "a ULID of 26 upper-case characters");
  }

  @Override
  public String toString() {
    return value;
  }
}

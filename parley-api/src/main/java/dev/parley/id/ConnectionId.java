package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of one live connection. Not a secret: it names the source of a message and grants nothing.
 *
 * @param value 1 to 64 letters, digits or hyphens
 */
public record ConnectionId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public ConnectionId {
    InvalidArgument.unlessMatches("connection", value, FORM, "1 to 64 letters, digits or hyphens");
  }

  @Override
  public String toString() {
    return value;
  }
}

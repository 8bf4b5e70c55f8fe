package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of one session of team work. Not an MCP session: that is a connection.
 *
 * @param value 1 to 128 letters, digits, underscores or hyphens
 */
public record SessionId(String value) {
  /** The form of an id, as a regular expression. */
  public static final String PATTERN = "^[a-zA-Z0-9_-]{1,128}$";

  private static final Pattern FORM = Pattern.compile("[a-zA-Z0-9_-]{1,128}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public SessionId {
    InvalidArgument.unlessMatches(
        "session", value, FORM, "1 to 128 letters, digits, underscores or hyphens");
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of a permission request, made by the server.
 *
 * @param value a ULID: 26 characters
 */
public record PermissionId(String value) {
  /** The form of an id. */
  public static final String PATTERN = "^[0-9A-HJKMNP-TV-Z]{26}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /** Checks the form; refused with {@code invalid_argument}. */
  public PermissionId {
    InvalidArgument.unlessMatches("id", value, FORM, "a ULID of 26 characters");
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The id of an entry of the audit. Ids are in the order in which one node recorded the entries.
 *
 * @param value a ULID: 26 characters
 */
public record AuditId(String value) {
  private static final Pattern FORM = Pattern.compile("[0-9A-HJKMNP-TV-Z]{26}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public AuditId {
    InvalidArgument.unlessMatches("entry", value, FORM, "a ULID of 26 characters");
  }

  @Override
  public String toString() {
    return value;
  }
}

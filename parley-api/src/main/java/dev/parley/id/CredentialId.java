package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import java.util.regex.Pattern;

/**
 * The public id of a credential. Not a secret: it names the credential in lists, logs and the
 * audit.
 *
 * @param value 12 characters: lower-case letters and digits
 */
public record CredentialId(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9]{12}");

  /** Checks the form; refused with {@code invalid_argument}. */
  public CredentialId {
    InvalidArgument.unlessMatches("credential", value, FORM, "12 of a-z and 0-9");
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.parley.engine.credential;

import dev.parley.id.CredentialId;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a token: {@code parley_}, the public id of its credential, an underscore, and 43
 * characters of secret, which are 32 random bytes in base64url.
 *
 * @param id the public id
 * @param secret the secret part
 */
record TokenFormat(CredentialId id, String secret) {
  private static final Pattern FORM = Pattern.compile("parley_([a-z0-9]{12})_([A-Za-z0-9_-]{43})");
  private static final String ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID_LENGTH = 12;
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Makes a token with an id and a secret that nobody has. */
  static TokenFormat random() {
    StringBuilder id = new StringBuilder(ID_LENGTH);
    RANDOM
        .ints(ID_LENGTH, 0, ID_CHARACTERS.length())
        .forEach(i -> id.append(ID_CHARACTERS.charAt(i)));
    return random(new CredentialId(id.toString()));
  }

  /** Makes a token of {@code id} with a secret that nobody has. */
  static TokenFormat random(CredentialId id) {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return new TokenFormat(id, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Reads a token; empty for a text of another form. */
  static Optional<TokenFormat> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(new TokenFormat(new CredentialId(parts.group(1)), parts.group(2)))
        : Optional.empty();
  }

  /** Returns the text its holder shows. */
  String text() {
    return "parley_" + id + "_" + secret;
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "TokenFormat[" + id + "]";
  }
}

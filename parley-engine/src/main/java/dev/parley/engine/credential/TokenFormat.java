package dev.parley.engine.credential;

import dev.parley.id.CredentialId;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

/**
 * The text of a token: {@code parley_}, the public id of its credential, an underscore, and 43
 * characters of secret, which are 32 random bytes in base64url.
 *
 * @param id the public id
 * @param secret the secret part
 */
record TokenFormat(String id, String secret) {
  private static final String BEGIN = "parley_";
  private static final String ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ID_LENGTH = 12;
  private static final int SECRET_BYTES = 32;
  private static final int SECRET_LENGTH = 43;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Makes a token with an id and a secret that nobody has. */
  static TokenFormat random() {
    StringBuilder id = new StringBuilder(ID_LENGTH);
    RANDOM
        .ints(ID_LENGTH, 0, ID_CHARACTERS.length())
        .forEach(i -> id.append(ID_CHARACTERS.charAt(i)));
    return random(id.toString());
  }

  /** Makes a token of a credential with a secret that nobody has. */
  static TokenFormat random(CredentialId id) {
    return random(id.value());
  }

  private static TokenFormat random(String id) {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return new TokenFormat(id, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * Reads a token; empty for a text of another form. The characters of the secret are not looked
   * at, since its digest decides. No pattern and no stream: each request asks.
   */
  static Optional<TokenFormat> parse(String text) {
    int end = BEGIN.length() + ID_LENGTH;
    if (text.length() != end + 1 + SECRET_LENGTH
        || !text.startsWith(BEGIN)
        || text.charAt(end) != '_') {
      return Optional.empty();
    }
    String id = text.substring(BEGIN.length(), end);
    return isAnId(id)
        ? Optional.of(new TokenFormat(id, text.substring(end + 1)))
        : Optional.empty();
  }

  private static boolean isAnId(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the text its holder shows. */
  String text() {
    return BEGIN + id + "_" + secret;
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "TokenFormat[" + id + "]";
  }
}

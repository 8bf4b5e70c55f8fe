package dev.parley.engine.oauth;

import dev.parley.engine.id.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a ticket, a code or a token: a prefix, the id of a row, and 43 characters of secret,
 * which are 32 random bytes in base64url. A refresh token has 22 characters before them that all
 * refresh tokens of the row share. By these a token that was replaced is known from a made-up one.
 *
 * @param kind the kind
 * @param id the id of the row
 * @param family the part that all of the row share; empty where there is none
 * @param secret the secret part
 */
record OAuthSecret(Kind kind, String id, String family, String secret) {
  /** The kinds of texts, by which none is taken for another one. */
  enum Kind {
    /** Names a question to a person. */
    TICKET("parley_oq_([a-z0-9]{16})()_([A-Za-z0-9_-]{43})"),
    /** Is exchanged for tokens. */
    CODE("parley_oc_([a-z0-9]{16})()_([A-Za-z0-9_-]{43})"),
    /** Lets a client in. */
    ACCESS("parley_oa_([a-z0-9]{12})()_([A-Za-z0-9_-]{43})"),
    /** Is exchanged for new tokens. */
    REFRESH("parley_or_([a-z0-9]{12})_([A-Za-z0-9_-]{22})_([A-Za-z0-9_-]{43})");

    private final Pattern form;

    Kind(String form) {
      this.form = Pattern.compile(form);
    }

    private String prefix() {
      return form.pattern().substring(0, form.pattern().indexOf('('));
    }
  }

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int ROW_ID_LENGTH = 16;
  private static final int SECRET_BYTES = 32;
  private static final int FAMILY_BYTES = 16;

  /** Returns an id that no row has. */
  static String newId() {
    StringBuilder id = new StringBuilder(ROW_ID_LENGTH);
    RANDOM
        .ints(ROW_ID_LENGTH, 0, ID_CHARACTERS.length())
        .forEach(i -> id.append(ID_CHARACTERS.charAt(i)));
    return id.toString();
  }

  /** Returns the shared part of new refresh tokens. */
  static String newFamily() {
    return random(FAMILY_BYTES);
  }

  /** Makes a text of a row that nobody has. */
  static OAuthSecret random(Kind kind, String id) {
    return new OAuthSecret(kind, id, "", random(SECRET_BYTES));
  }

  /** Makes a refresh token that nobody has. */
  static OAuthSecret refresh(String id, String family) {
    return new OAuthSecret(Kind.REFRESH, id, family, random(SECRET_BYTES));
  }

  private static String random(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Reads a text of one kind; empty for a text of another form. */
  static Optional<OAuthSecret> parse(Kind kind, String text) {
    Matcher parts = kind.form.matcher(text);
    return parts.matches()
        ? Optional.of(new OAuthSecret(kind, parts.group(1), parts.group(2), parts.group(3)))
        : Optional.empty();
  }

  /** Returns the hash of the secret part. */
  String hash() {
    return Sha256.hex(secret);
  }

  /** Returns the hash of the shared part. */
  String familyHash() {
    return Sha256.hex(family);
  }

  /** Returns the text its holder shows. */
  String text() {
    return kind.prefix() + id + (family.isEmpty() ? "_" : "_" + family + "_") + secret;
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "OAuthSecret[" + kind + " " + id + "]";
  }
}

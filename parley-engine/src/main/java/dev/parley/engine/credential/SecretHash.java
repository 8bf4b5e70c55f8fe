package dev.parley.engine.credential;

import dev.parley.engine.id.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The SHA-256 of the secret of a token. */
final class SecretHash {
  private static final int BYTES = 32;

  /** The hash of no secret. */
  static final SecretHash NONE = new SecretHash(new byte[BYTES]);

  private final byte[] digest;

  private SecretHash(byte[] digest) {
    this.digest = digest;
  }

  /** Returns the hash of a secret. */
  static SecretHash of(String secret) {
    return new SecretHash(Sha256.of(secret));
  }

  /** Reads a hash as it is stored; {@link #NONE} for any other text. */
  static SecretHash parse(String stored) {
    try {
      byte[] digest = HexFormat.of().parseHex(stored);
      return digest.length == BYTES ? new SecretHash(digest) : NONE;
    } catch (IllegalArgumentException notDigits) {
      return NONE;
    }
  }

  /** Returns true if both are the same, in the same time for any two. */
  boolean isSameAs(SecretHash other) {
    return MessageDigest.isEqual(digest, other.digest);
  }

  /** Returns the hash as it is stored: 64 hexadecimal digits. */
  String stored() {
    return HexFormat.of().formatHex(digest);
  }
}

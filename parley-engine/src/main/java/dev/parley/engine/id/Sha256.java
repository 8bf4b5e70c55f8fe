package dev.parley.engine.id;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of one length that stand for a text of any length. */
public final class Sha256 {
  /** An unused digest to copy. A copy costs less than the look for a provider. */
  private static final MessageDigest UNUSED = digest();

  private Sha256() {}

  /** Returns the digest of {@code text} in UTF-8: 64 hexadecimal digits. */
  public static String hex(String text) {
    return HexFormat.of().formatHex(of(text));
  }

  /** Returns the digest of {@code text} in UTF-8: 32 bytes. */
  public static byte[] of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the digest of {@code bytes}: 32 bytes. */
  public static byte[] of(byte[] bytes) {
    return copy().digest(bytes);
  }

  private static MessageDigest copy() {
    try {
      return (MessageDigest) UNUSED.clone();
    } catch (CloneNotSupportedException notOfThisProvider) {
      return digest();
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}

package dev.parley.engine.id;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of one length that stand for a text of any length. */
public final class Sha256 {
  /** The digest of each thread. It is of the JDK, so it holds on to no class loader of ours. */
  private static final ThreadLocal<MessageDigest> OF_THREAD =
      ThreadLocal.withInitial(Sha256::digest);

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
    MessageDigest digest = OF_THREAD.get();
    boolean isDone = false;
    try {
      byte[] made = digest.digest(bytes); // which also resets it
      isDone = true;
      return made;
    } finally {
      if (!isDone) {
        digest.reset(); // an error may have left a part of this text in it
      }
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

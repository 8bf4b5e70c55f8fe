package dev.parley.war.login;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The keyed digest of logins: HMAC-SHA-256. */
final class Hmac {
  private Hmac() {}

  /** Returns the digest of {@code text} under {@code key}. */
  static byte[] of(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (NoSuchAlgorithmException | InvalidKeyException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}

package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** The secret that signs what a webhook sends. It is in no text and no log. */
final class WebhookSecret {
  /** The variable of the environment with the secret. */
  static final String VARIABLE = "PARLEY_WEBHOOK_SECRET";

  /** The minimum size of a secret in bytes. */
  static final int MIN_BYTES = 16;

  /** The maximum size of a secret in bytes. */
  static final int MAX_BYTES = 1_024;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  private WebhookSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads the secret from {@code file}, or from {@value #VARIABLE} where there is no file.
   *
   * @throws IllegalArgumentException for the person who started this, where it is absent, cannot be
   *     read, or has the wrong size
   */
  static WebhookSecret of(@Nullable String file, Map<String, String> environment) {
    String value = environment.getOrDefault(VARIABLE, "").strip();
    if (file == null && value.isEmpty()) {
      throw new IllegalArgumentException(
          "--webhook needs a secret in " + VARIABLE + ", or --secret-file");
    }
    byte[] secret = file == null ? value.getBytes(UTF_8) : read(file);
    if (secret.length < MIN_BYTES || secret.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "the secret of a webhook has " + MIN_BYTES + " to " + MAX_BYTES + " bytes");
    }
    return new WebhookSecret(secret);
  }

  private static byte[] read(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] all = in.readNBytes(MAX_BYTES + 2);
      int end = all.length;
      while (end > 0 && (all[end - 1] == '\n' || all[end - 1] == '\r')) {
        end--;
      }
      return Arrays.copyOf(all, end);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new IllegalArgumentException("the file of --secret-file cannot be read: " + file);
    }
  }

  /** Returns the signature of {@code body} at {@code timestamp}, in lower-case hexadecimal. */
  String signature(String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(timestamp.concat(".").getBytes(UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}

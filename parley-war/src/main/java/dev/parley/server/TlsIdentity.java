package dev.parley.server;

import dev.parley.trust.PemFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The certificate of the server with those of its authorities, and its private key.
 *
 * @param chain the server's certificate first
 */
record TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
  private static final int CHALLENGE_BYTES = 32;

  /**
   * The files of an identity.
   *
   * @param certificate the certificates in PEM, the server's first
   * @param key the private key in PEM and PKCS#8
   */
  record Files(Path certificate, Path key) {
    /**
     * Returns the content of both.
     *
     * @throws IllegalArgumentException where one cannot be read
     */
    Content read() {
      return new Content(certificate, PemFile.bytes(certificate), key, PemFile.bytes(key));
    }
  }

  /** The content of both files at a moment. */
  static final class Content {
    private final Path certificate;
    private final byte[] certificateBytes;
    private final Path key;
    private final byte[] keyBytes;

    private Content(Path certificate, byte[] certificateBytes, Path key, byte[] keyBytes) {
      this.certificate = certificate;
      this.certificateBytes = certificateBytes;
      this.key = key;
      this.keyBytes = keyBytes;
    }

    boolean isSame(Content other) {
      return Arrays.equals(certificateBytes, other.certificateBytes)
          && Arrays.equals(keyBytes, other.keyBytes);
    }

    /**
     * Returns the identity in it.
     *
     * @throws IllegalArgumentException where a file is damaged or in another form, or the key does
     *     not belong to the certificate
     */
    TlsIdentity identity() {
      List<X509Certificate> chain =
          PemFile.of(certificate.toString(), certificateBytes).certificates();
      PrivateKey secret = PemFile.of(key.toString(), keyBytes).privateKey();
      if (!belong(chain.get(0).getPublicKey(), secret)) {
        throw new IllegalArgumentException(
            "the key in " + key + " does not belong to the first certificate in " + certificate);
      }
      return new TlsIdentity(chain, secret);
    }
  }

  private static boolean belong(PublicKey open, PrivateKey secret) {
    if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
      return false;
    }
    byte[] challenge = new byte[CHALLENGE_BYTES];
    new SecureRandom().nextBytes(challenge);
    try {
      Signature signature =
          Signature.getInstance(
              secret.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
      signature.initSign(secret);
      signature.update(challenge);
      byte[] signed = signature.sign();
      signature.initVerify(open);
      signature.update(challenge);
      return signature.verify(signed);
    } catch (GeneralSecurityException anotherCurveOrSize) {
      return false;
    }
  }

  /** Returns a sentence on a certificate that clients refuse at this time; empty for a good one. */
  Optional<String> warning(Instant now) {
    Instant end = chain.get(0).getNotAfter().toInstant();
    Instant begin = chain.get(0).getNotBefore().toInstant();
    if (now.isAfter(end)) {
      return Optional.of("the TLS certificate expired at " + end + ": clients refuse it");
    }
    return now.isBefore(begin)
        ? Optional.of("the TLS certificate is not valid before " + begin + ": clients refuse it")
        : Optional.empty();
  }

  /** Returns the context of connections that show it. */
  SSLContext sslContext() {
    char[] password = new char[0];
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry("parley", key, password, chain.toArray(Certificate[]::new));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException refused) {
      throw new IllegalArgumentException(
          "the TLS certificates are not a chain: " + refused.getMessage(), refused);
    }
  }
}

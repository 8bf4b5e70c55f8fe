package dev.parley.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities whose certificates a client takes: those of the JDK, and those of a file. For any
 * thread.
 */
public final class TrustedAuthorities {
  /** The authorities of the JDK alone. */
  public static final TrustedAuthorities DEFAULT = new TrustedAuthorities(List.of());

  private final List<X509Certificate> added;
  private @Nullable SSLContext context;

  private TrustedAuthorities(List<X509Certificate> added) {
    this.added = added;
  }

  /**
   * Returns the authorities of the JDK and those of a PEM file.
   *
   * @throws IllegalArgumentException where the file cannot be read, or has no certificate
   */
  public static TrustedAuthorities in(String pemFile) {
    try {
      return new TrustedAuthorities(PemFile.read(Path.of(pemFile)).certificates());
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("--ca " + refused.getMessage(), refused);
    }
  }

  /** Returns true if a file adds authorities to those of the JDK. */
  public boolean isAdded() {
    return !added.isEmpty();
  }

  /** Returns the context for connections of a client, made when it is first needed. */
  public synchronized SSLContext sslContext() {
    SSLContext known = context;
    if (known == null) {
      try {
        known = added.isEmpty() ? SSLContext.getDefault() : withAdded();
      } catch (GeneralSecurityException | IOException everyJdkHasIt) {
        throw new IllegalStateException(everyJdkHasIt);
      }
      context = known;
    }
    return known;
  }

  private SSLContext withAdded() throws GeneralSecurityException, IOException {
    KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
    all.load(null, null);
    int number = 0;
    for (TrustManager manager : managers(null)) {
      if (manager instanceof X509TrustManager usual) {
        for (X509Certificate authority : usual.getAcceptedIssuers()) {
          all.setCertificateEntry("jdk" + number++, authority);
        }
      }
    }
    for (X509Certificate authority : added) {
      all.setCertificateEntry("file" + number++, authority);
    }
    SSLContext made = SSLContext.getInstance("TLS");
    made.init(null, managers(all), null);
    return made;
  }

  private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}

package dev.parley.chat.xmpp;

import dev.parley.problem.InvalidArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The check of certificates by a private CA. */
final class XmppTrust {
  private XmppTrust() {}

  /**
   * The check that accepts the certificates of a PEM file, and those that they signed, and no
   * others.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where the file has none
   */
  static X509TrustManager of(String file) {
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(pem);
      if (certificates.isEmpty()) {
        throw refusal("has no certificate");
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("ca-" + ++count, certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager found) {
          return found;
        }
      }
      throw new IllegalStateException("the JDK checks no certificates");
    } catch (IOException | InvalidPathException unreadable) {
      throw refusal("cannot be read");
    } catch (GeneralSecurityException wrong) {
      throw refusal("has no certificate");
    }
  }

  private static RuntimeException refusal(String reason) {
    return InvalidArgument.refusal("bus", "the file that the option 'ca' names " + reason);
  }
}

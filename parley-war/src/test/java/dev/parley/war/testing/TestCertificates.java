package dev.parley.war.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of one authority, which is made for this run by the JDK's {@code keytool}, and
 * clients that trust it.
 */
public final class TestCertificates {
  private static final char[] PASSWORD = "parley-test".toCharArray();
  private static final String HERE = "san=dns:localhost,ip:127.0.0.1";

  private static @Nullable Path home;
  private static @Nullable SSLContext trusting;
  private static @Nullable HttpClient http;
  private static int made;

  /**
   * A certificate for this machine with its authority's, and its private key.
   *
   * @param file both in PEM
   * @param key PKCS#8 in PEM
   */
  public record Pair(Path file, Path key) {
    /** The certificate. */
    public X509Certificate certificate() {
      try (InputStream in = Files.newInputStream(file)) {
        return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      } catch (IOException | GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    /** The words that make a server speak TLS with it. */
    public String[] options() {
      return new String[] {"--tls-certificate", file.toString(), "--tls-key", key.toString()};
    }
  }

  private TestCertificates() {}

  /** The certificate of the authority, in PEM. */
  public static synchronized Path authority() {
    Path known = home;
    if (known == null) {
      try {
        known = Files.createTempDirectory("parley-certificates-");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      home = known;
      Path store = known.resolve("ca.p12");
      keytool(
          "-genkeypair -alias ca -keyalg EC -groupname secp256r1 -validity 30"
              + " -dname CN=Authority -ext bc:critical=ca:true -keystore "
              + store);
      try {
        KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD);
        Files.writeString(
            known.resolve("ca.pem"), pem("CERTIFICATE", own.getCertificate("ca").getEncoded()));
      } catch (IOException | GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
    return known.resolve("ca.pem");
  }

  /** A certificate with an EC key that is good for this machine. */
  public static Pair issue() {
    return issue("-keyalg EC -groupname secp256r1", HERE, "-validity 30");
  }

  /**
   * A certificate of another kind.
   *
   * @param keyFlags of keytool, for the key
   * @param names the alternative names, as keytool has them
   * @param time of keytool, for the time it is valid
   */
  public static synchronized Pair issue(String keyFlags, String names, String time) {
    Path authority = authority();
    Path folder = authority.resolveSibling("c" + made++);
    try {
      Files.createDirectories(folder);
      Path store = folder.resolve("own.p12");
      Files.copy(authority.resolveSibling("ca.p12"), store);
      keytool(
          "-genkeypair -alias own -signer ca -dname CN=localhost "
              + String.join(" ", keyFlags, "-ext", names, time, "-keystore", store.toString()));
      KeyStore own = KeyStore.getInstance(store.toFile(), PASSWORD);
      Path chain = folder.resolve("chain.pem");
      StringBuilder certificates = new StringBuilder();
      for (Certificate one : own.getCertificateChain("own")) {
        certificates.append(pem("CERTIFICATE", one.getEncoded()));
      }
      Files.writeString(chain, certificates);
      Path key = folder.resolve("key.pem");
      Files.writeString(key, pem("PRIVATE KEY", own.getKey("own", PASSWORD).getEncoded()));
      return new Pair(chain, key);
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A block of a PEM file. */
  public static String pem(String label, byte[] bytes) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  /** The context of a client that trusts the authority, and no other. */
  public static synchronized SSLContext trusting() {
    SSLContext known = trusting;
    if (known == null) {
      try (InputStream in = Files.newInputStream(authority())) {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
            "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        TrustManagerFactory managers =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        known = SSLContext.getInstance("TLS");
        known.init(null, managers.getTrustManagers(), null);
      } catch (IOException | GeneralSecurityException e) {
        throw new AssertionError(e);
      }
      trusting = known;
    }
    return known;
  }

  /** A client for an https address, and {@code plain} for any other. */
  public static synchronized HttpClient http(URI address, HttpClient plain) {
    if (!"https".equals(address.getScheme())) {
      return plain;
    }
    HttpClient known = http;
    if (known == null) {
      known =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(trusting())
              .build();
      http = known;
    }
    return known;
  }

  /** A connection with the host of an address, over TLS where it is https. */
  public static Socket socket(URI address) throws IOException {
    return "https".equals(address.getScheme())
        ? trusting().getSocketFactory().createSocket(address.getHost(), address.getPort())
        : new Socket(address.getHost(), address.getPort());
  }

  private static void keytool(String words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of(words.strip().split(" +", -1)));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError("keytool " + words + ": " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}

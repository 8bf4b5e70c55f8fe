package dev.parley.war.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.war.testing.TestCertificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** A server over TLS that answers a path with the bytes it was given, and then ends. */
final class DocumentServer implements AutoCloseable {
  private static final char[] PASSWORD = "x".toCharArray();

  private final SSLServerSocket listening;
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private DocumentServer(SSLServerSocket listening) {
    this.listening = listening;
  }

  static DocumentServer start() {
    return start(TestCertificates.issue());
  }

  /** Starts one that shows this certificate. */
  static DocumentServer start(TestCertificates.Pair pair) {
    try {
      SSLContext context = context(pair);
      SSLServerSocket socket =
          (SSLServerSocket)
              context
                  .getServerSocketFactory()
                  .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
      DocumentServer server = new DocumentServer(socket);
      Thread thread = new Thread(server::serve, "document-server");
      thread.setDaemon(true);
      thread.start();
      return server;
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static SSLContext context(TestCertificates.Pair pair)
      throws IOException, GeneralSecurityException {
    String key =
        Files.readString(pair.key()).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    PrivateKey own =
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key)));
    Certificate[] chain;
    try (InputStream in = Files.newInputStream(pair.file())) {
      chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", own, PASSWORD, chain);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        String first = String.valueOf(in.readLine());
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
          asked.add(first + " | " + line);
        }
        String path = first.split(" ", -1)[1];
        socket.getOutputStream().write(answers.getOrDefault(path, "").getBytes(UTF_8));
      } catch (IOException gone) {
        // the next one may stay
      }
    }
  }

  /** The address of a path. */
  String url(String path) {
    return "https://127.0.0.1:" + listening.getLocalPort() + path;
  }

  /** Answers a path with these bytes, head included. */
  void answer(String path, String whole) {
    answers.put(path, whole);
  }

  /** Answers a path with a document. */
  void document(String path, String json) {
    answer(path, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + json);
  }

  /** The first line of each request with each of its headers. */
  List<String> asked() {
    return asked;
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

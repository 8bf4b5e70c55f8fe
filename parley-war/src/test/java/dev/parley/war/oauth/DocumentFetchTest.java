package dev.parley.war.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.parley.trust.TrustedAuthorities;
import dev.parley.war.testing.TestCertificates;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Documents at addresses that strangers name. */
class DocumentFetchTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static DocumentServer server;
  private static TrustedAuthorities trusted;

  @BeforeAll
  static void start() {
    server = DocumentServer.start();
    trusted = TrustedAuthorities.in(TestCertificates.authority().toString());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static byte[] fetched(String path) throws IOException {
    return new DocumentFetch(trusted, true, TIMEOUT).get(URI.create(server.url(path)));
  }

  private static void assertRefused(String path, String sentence) {
    assertThatIOException().isThrownBy(() -> fetched(path)).withMessageContaining(sentence);
  }

  @Test
  void document_isRead_byOneRequestThatNamesItsHost() throws IOException {
    server.document("/good?x=1", "{\"a\":\"ä\"}");
    assertThat(fetched("/good?x=1")).isEqualTo("{\"a\":\"ä\"}".getBytes(UTF_8));
    assertThat(server.asked())
        .contains(
            "GET /good?x=1 HTTP/1.0 | Host: " + URI.create(server.url("/")).getRawAuthority());
  }

  @Test
  void answer_thatIsNoDocument_isRefused() {
    server.answer("/moved", "HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n");
    assertRefused("/moved", "not answered with HTTP 200");
    server.answer("/none", "HTTP/1.1 404 Not Found\r\n\r\n{}");
    assertRefused("/none", "not answered with HTTP 200");
    server.answer("/torn", "HTTP/1.1 200 OK\r\nContent-");
    assertRefused("/torn", "not answered with HTTP 200");
    assertRefused("/silent", "not answered with HTTP 200");
  }

  @Test
  void document_isBoundedInSize() throws IOException {
    String head = "HTTP/1.1 200 OK\r\n\r\n";
    int room = DocumentFetch.MAX_BYTES - head.length();
    server.answer("/full", head + "x".repeat(room));
    assertThat(fetched("/full")).hasSize(room);
    server.answer("/large", head + "x".repeat(room + 1));
    assertRefused("/large", "more than " + DocumentFetch.MAX_BYTES);
  }

  @Test
  void host_thatSaysNothing_isNotWaitedFor() throws IOException {
    try (ServerSocket silent = new ServerSocket(0)) {
      URI url = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/x");
      DocumentFetch fetch = new DocumentFetch(trusted, true, Duration.ofMillis(200));
      long began = System.nanoTime();
      assertThatIOException().isThrownBy(() -> fetch.get(url));
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT);
    }
  }

  @Test
  void host_outsideOfThePublicNetwork_isNotAsked() {
    server.document("/private", "{}");
    int before = server.asked().size();
    DocumentFetch fetch = new DocumentFetch(trusted, false, TIMEOUT);
    assertThatIOException()
        .isThrownBy(() -> fetch.get(URI.create(server.url("/private"))))
        .withMessageContaining("not of the public network");
    String byName = server.url("/private").replace("127.0.0.1", "localhost");
    assertThatIOException()
        .isThrownBy(() -> fetch.get(URI.create(byName)))
        .withMessageContaining("not of the public network");
    assertThat(server.asked()).hasSize(before);
  }

  @Test
  void certificate_ofAnUnknownAuthority_isRefused() {
    server.document("/untrusted", "{}");
    DocumentFetch fetch = new DocumentFetch(TrustedAuthorities.DEFAULT, true, TIMEOUT);
    assertThatIOException().isThrownBy(() -> fetch.get(URI.create(server.url("/untrusted"))));
    assertThat(server.asked()).noneMatch(line -> line.contains("/untrusted"));
  }

  @Test
  void certificate_forAnotherName_isRefused() {
    try (DocumentServer other =
        DocumentServer.start(
            TestCertificates.issue("-keyalg EC -groupname secp256r1", "san=dns:x.example", ""))) {
      other.document("/unnamed", "{}");
      DocumentFetch fetch = new DocumentFetch(trusted, true, TIMEOUT);
      assertThatIOException().isThrownBy(() -> fetch.get(URI.create(other.url("/unnamed"))));
      assertThat(other.asked()).isEmpty();
    }
  }
}

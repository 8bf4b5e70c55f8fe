package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawConnection;
import dev.parley.war.testing.RunningServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client sends, it sees no page of the container, no stack and no name of a class. */
class BrokenRequestsIT {
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final List<String> INSIDES =
      List.of("org.eclipse", "Exception", "\tat ", "SERVLET", "Jetty", "<html", "jersey", "java.");

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/rooms", "/api/login", "/mcp", "/health", "/nope"})
  void chunk_thatIsNone_isTheClientsFault(String path) {
    RawConnection.Answer answer =
        RawConnection.ask(
            server,
            "POST "
                + path
                + " HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
                + JSON
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n");
    // nobody is logged in, which is said before the body is read
    assertThat(answer.status()).isEqualTo(path.equals("/api/rooms") ? 401 : 400);
    inShape(path, answer);
  }

  @Test
  void chunk_thatIsNone_withoutAnOrigin_isRefusedInShape() {
    RawConnection.Answer answer =
        RawConnection.ask(
            server,
            "POST /api/rooms HTTP/1.1\r\nHost: HOST\r\n"
                + JSON
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n");
    assertThat(answer.status()).isIn(400, 403);
    inShape("/api/rooms", answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /WEB-INF/web.xml HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /assets/%zz HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /mcp/%2fx HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /api/stream?session=%zz HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET /health HTTP/1.1\r\n\r\n",
        "GET /health HTTP/9.9\r\nHost: HOST\r\n\r\n",
        "BREW /mcp HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "PUT /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "GET\0 /health HTTP/1.1\r\nHost: HOST\r\n\r\n"
      })
  void request_thatIsNone_isRefusedInAFewWords(String request) {
    RawConnection.Answer answer = RawConnection.ask(server, request);
    assertThat(answer.status()).isBetween(400, 505);
    assertThat(answer.text()).doesNotContain(INSIDES);
  }

  @Test
  void addressAndHeaders_pastTheirBounds_areRefusedInAFewWords() {
    String address = "GET /mcp?" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: HOST\r\n\r\n";
    String headers = "GET /mcp HTTP/1.1\r\nHost: HOST\r\nX: " + "x".repeat(20_000) + "\r\n\r\n";
    assertThat(RawConnection.ask(server, address).status()).isEqualTo(414);
    assertThat(RawConnection.ask(server, headers).status()).isEqualTo(431);
    assertThat(RawConnection.ask(server, headers).text()).doesNotContain(INSIDES);
  }

  @Test
  void brokenBodies_areLoggedOnceAMinute() {
    for (int i = 0; i < 60; i++) {
      chunk_thatIsNone_isTheClientsFault("/api/login");
      try (RawConnection gone = RawConnection.to(server)) {
        gone.send(
            "POST /api/login HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
                + JSON
                + "Content-Length: 100\r\n\r\n{");
      }
    }
    assertThat(server.printed())
        .filteredOn(line -> line.contains("body was refused"))
        .hasSizeBetween(1, 3);
    assertThat(String.join("\n", server.printed())).doesNotContain("\tat ", "SEVERE");
  }

  @Test
  void pageFiles_areAFixedSet_howeverTheyAreSpelt() {
    for (int i = 0; i < 3_000; i++) {
      String path =
          "/assets/" + "./".repeat(i % 60) + "lib/" + "./".repeat(1 + i / 60) + "marked.esm.js";
      if (i % 100 == 0) {
        assertThat(head(path).status()).as(path).isEqualTo(404);
      }
    }
    for (String spelt :
        List.of("/assets//lib/marked.esm.js", "/assets/lib/marked%2eesm.js", "/assets/lib")) {
      assertThat(head(spelt).status()).as(spelt).isIn(400, 404);
    }
    assertThat(head("/assets/lib/marked.esm.js").status()).isEqualTo(200);
  }

  private static RawConnection.Answer head(String path) {
    try (RawConnection line = RawConnection.to(server)) {
      line.send("GET " + path + " HTTP/1.1\r\nHost: HOST\r\n\r\n");
      return line.answer();
    }
  }

  private static void inShape(String path, RawConnection.Answer answer) {
    assertThat(answer.text()).doesNotContain(INSIDES);
    assertThat(answer.has("X-Content-Type-Options: nosniff")).isTrue();
    assertThat(answer.text())
        .contains(path.startsWith("/api/") ? "application/problem+json" : "application/json")
        .contains("\"code\":\"");
  }
}

package dev.parley.war.wire;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawConnection;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RawRequest;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerOnDemand;
import dev.parley.war.testing.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in: programs of this machine, and whoever shows the token. */
@ExtendWith(SharedServer.class)
class AccessIT {
  private static final String TOKEN = "correct-horse";
  private static final String SECOND_TOKEN = "second-token";

  /** Closed by its environment. Its tests show fewer wrong tokens than an address may. */
  @AutoClose
  private static final ServerOnDemand WITH_TWO_TOKENS =
      new ServerOnDemand(
          () ->
              RunningServer.launch()
                  .environment("PARLEY_TOKEN", TOKEN + "," + SECOND_TOKEN)
                  .start());

  /** Closed by an option, against an environment that has it open. One test shows wrong tokens. */
  @AutoClose
  private static final ServerOnDemand LOCKED =
      new ServerOnDemand(
          () ->
              RunningServer.launch()
                  .environment("PARLEY_ACCESS", "open-to-everyone")
                  .environment("PARLEY_BOUND_TO_LOOPBACK", "true")
                  .with("--token", TOKEN)
                  .start());

  /** Reached by every address, and closed by a file that its environment names. */
  @AutoClose
  private static final ServerOnDemand AT_EVERY_ADDRESS =
      new ServerOnDemand(
          () ->
              RunningServer.launch()
                  .environment("PARLEY_TOKEN_FILE", tokenFile().toString())
                  .with("--bind", "0.0.0.0")
                  .start());

  @TempDir private static Path folder;

  private static Path tokenFile() throws IOException {
    Path file = Files.writeString(folder.resolve("tokens"), TOKEN + "\n" + SECOND_TOKEN + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "http://evil.com",
        "http://localhost",
        "http://localhost:1",
        "http://localhost.evil.com:PORT",
        "http://evil.com:PORT",
        "http://user@127.0.0.1:PORT",
        "file://",
        "chrome-extension://abcdef",
        "http://127.0.0.1:PORT.evil.com",
        "http://127.0.0.1:PORT/"
      })
  void origin_foreign_is403(String origin, RunningServer server) {
    String named = origin.replace("PORT", "" + server.port());
    RawMcp page = RawMcp.at(server.mcp()).header("Origin", named);
    Reply reply = hiddenIn(page.initialize(RawMcp.VERSION));
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.error().at("/data/code").asString()).isEqualTo("foreign_origin");
    assertThat(page.get().status()).isEqualTo(403);
    assertThat(page.delete().status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:PORT", "http://localhost:PORT", "http://[::1]:PORT"})
  void origin_ofOurOwn_isLetIn(String origin, RunningServer server) {
    String named = origin.replace("PORT", "" + server.port());
    assertThat(RawMcp.at(server.mcp()).header("Origin", named).initialize(RawMcp.VERSION).status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.com",
        "evil.com:PORT",
        "localhost",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil.com:PORT",
        "localhost.:PORT",
        "127.1:PORT",
        "0.0.0.0:PORT",
        "127.0.0.2:PORT"
      })
  void host_foreign_is403(String host, RunningServer server) {
    String named = host.replace("PORT", "" + server.port());
    assertThat(RawRequest.get(server.at("/mcp"), "Host: " + named)).startsWith("HTTP/1.1 403 ");
    assertThat(RawRequest.get(server.at("/health"), "Host: " + named))
        .startsWith("HTTP/1.1 403 ")
        .contains("\"code\":\"foreign_host\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:PORT", "LOCALHOST:PORT", "127.0.0.1:PORT", "[::1]:PORT"})
  void host_ofLoopback_isLetIn(String host, RunningServer server) {
    String named = host.replace("PORT", "" + server.port());
    assertThat(RawRequest.get(server.at("/health"), "Host: " + named)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void host_none_isRefused(RunningServer server) {
    assertThat(RawRequest.get(server.at("/health"), "X: y")).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void token_whereOneIsSet_isNeededForAllButHealth() {
    RunningServer server = WITH_TWO_TOKENS.get();
    Reply without = hiddenIn(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION));
    assertThat(without.status()).isEqualTo(401);
    assertThat(without.header("WWW-Authenticate")).contains("Bearer realm=\"parley\"");
    assertThat(without.error().at("/data/code").asString()).isEqualTo("unauthorized");
    for (String wrong :
        new String[] {
          "Bearer wrong", "Bearer ", "Basic " + TOKEN, TOKEN, "Bearer " + TOKEN + "x"
        }) {
      RawMcp client = RawMcp.at(server.mcp()).header("Authorization", wrong);
      assertThat(client.initialize(RawMcp.VERSION).status()).as(wrong).isEqualTo(401);
      assertThat(client.get().status()).isEqualTo(401);
    }
    for (String right : new String[] {"Bearer " + TOKEN, "bearer " + SECOND_TOKEN}) {
      RawMcp client = RawMcp.at(server.mcp()).header("Authorization", right);
      try (EventStreamReader stream = client.begin().listen()) {
        assertThat(stream.status()).isEqualTo(200);
        RawMcp thief = RawMcp.at(server.mcp()).header("Mcp-Session-Id", client.session());
        assertThat(thief.call("ping", null).status()).isEqualTo(401);
        assertThat(thief.delete().status()).isEqualTo(401);
      }
    }
    assertThat(server.http("/health").status()).isEqualTo(200);
    assertThat(server.http("/.well-known/oauth-protected-resource").status()).isEqualTo(404);
    assertThat(server.http("/nope").status()).isEqualTo(401);
    assertThat(String.join("\n", server.printed())).doesNotContain(TOKEN);
  }

  @Test
  void session_belongsToTheTokenThatOpenedIt() {
    RunningServer server = WITH_TWO_TOKENS.get();
    RawMcp owner = withToken(server, TOKEN).begin();
    RawMcp other = withToken(server, SECOND_TOKEN).header("Mcp-Session-Id", owner.session());
    for (Reply reply : new Reply[] {other.call("ping", null), other.get(), other.delete()}) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.error().at("/data/code").asString()).isEqualTo("session_unknown");
    }
    assertThat(owner.call("ping", null).result()).isEmpty();
  }

  @Test
  void wrongTokens_pastTen_areToldToWait_andTheRightOneIsTaken() {
    RunningServer server = LOCKED.get();
    long begun = System.nanoTime();
    int refused = 0;
    for (int i = 0; i < 30; i++) {
      Reply reply = withToken(server, "guess" + i).initialize(RawMcp.VERSION);
      assertThat(reply.status()).as("guess " + i).isIn(401, i < 10 ? 401 : 429);
      if (reply.status() == 429) {
        refused++;
        assertThat(reply.header("Retry-After")).isPresent();
      }
    }
    long oneMoreEverySixSeconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds() / 6;
    assertThat(refused).isBetween((int) (20 - oneMoreEverySixSeconds), 20);
    assertThat(withToken(server, TOKEN).initialize(RawMcp.VERSION).status()).isEqualTo(200);
    assertThat(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    eventually("it says so", () -> !wrongTokens(server).isEmpty());
    assertThat(wrongTokens(server)).hasSize(1);
  }

  private static List<String> wrongTokens(RunningServer server) {
    return server.printed().stream().filter(line -> line.contains("wrong token")).toList();
  }

  private static RawMcp withToken(RunningServer server, String token) {
    return RawMcp.at(server.mcp()).header("Authorization", "Bearer " + token);
  }

  @Test
  void serve_thatOthersCanReachWithoutAToken_refusesToStart() {
    refused("--hosts parley.example.com", "--hosts", "parley.example.com:443");
    refused("--bind 0.0.0.0", "--bind", "0.0.0.0", "--token", ",");
    refused("--hosts team.example", "--hosts", "localhost:80,team.example", "--token", " , ");
    refused("--trust-proxy", "--trust-proxy", "10.0.0.1");
    refused("only 7 characters", "--token", "1234567");
  }

  private static void refused(String why, String... options) {
    var ended = RunningServer.launch().with(options).refused();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.printed()).contains(why).doesNotContain("Parley is at");
  }

  @Test
  void serve_onLoopback_saysWhetherItIsOpen() {
    try (RunningServer open =
        RunningServer.launch()
            .environment("PARLEY_TOKEN", ",")
            .with("--hosts", "localhost:1,127.0.0.1:2,[::1]:3")
            .start()) {
      eventually("it says so", () -> String.join("\n", open.printed()).contains("Open:"));
      assertThat(String.join("\n", open.printed())).doesNotContain("PARLEY_TOKEN_FILE");
      assertThat(RawMcp.at(open.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(200);
    }
    RunningServer closed = LOCKED.get();
    eventually("it says so", () -> String.join("\n", closed.printed()).contains("Closed:"));
    assertThat(RawMcp.at(closed.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/assets/../mcp",
        "/api/../mcp",
        "/api/%2e%2e/mcp",
        "/api/%2E./mcp",
        "/api/..;x=y/mcp",
        "/api/..%2fmcp",
        "/api/%252e%252e/mcp",
        "/api/..%5cmcp",
        "/./mcp",
        "/assets/./lib/marked.esm.js"
      })
  void path_thatReadersMayReadDifferently_isNone(String path) {
    RawConnection.Answer answer =
        RawConnection.ask(
            LOCKED.get(), "POST " + path + " HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n");
    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.text()).doesNotContain("org.", "SERVLET", "Jetty");
  }

  @Test
  void refusal_beforeTheBodyHasCome_leavesTheConnectionGood() {
    String head = "POST /mcp HTTP/1.1\r\nHost: HOST\r\nContent-Length: 20\r\n\r\n";
    try (RawConnection line = RawConnection.to(LOCKED.get())) {
      for (int i = 0; i < 3; i++) {
        line.send(head);
        throughout("not answered yet", Duration.ofMillis(200), () -> !line.hasMore());
        line.send("{\"jsonrpc\":");
        line.send(" \"2.0\"  }");
        assertThat(line.answer().status()).isEqualTo(401);
      }
      line.send("GET /health HTTP/1.1\r\nHost: HOST\r\n\r\n");
      assertThat(line.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void bind_toEveryAddress_needsTheTokenFromLoopbackToo() {
    RunningServer server = AT_EVERY_ADDRESS.get();
    assertThat(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    assertThat(withToken(server, TOKEN).initialize(RawMcp.VERSION).status()).isEqualTo(200);
    System.out.println("--bind 0.0.0.0 with a token: 401 without it, 200 with it");
  }

  @Test
  void tokenFile_thatTheEnvironmentNames_isRead() {
    assertTakesAlone(AT_EVERY_ADDRESS.get(), TOKEN, SECOND_TOKEN);
  }

  /** Fails unless a server is closed, takes each of these tokens, and prints none of them. */
  static void assertTakesAlone(RunningServer closed, String... tokens) {
    assertThat(RawMcp.at(closed.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    for (String token : tokens) {
      assertThat(withToken(closed, token).initialize(RawMcp.VERSION).status()).isEqualTo(200);
    }
    assertThat(String.join("\n", closed.printed())).contains("Closed:").doesNotContain(tokens);
  }
}

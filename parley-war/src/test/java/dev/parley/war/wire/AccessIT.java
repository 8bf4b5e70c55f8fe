package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RawRequest;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in: programs of this machine, and whoever shows the token. */
@ExtendWith(SharedServer.class)
class AccessIT {
  private static final String TOKEN = "correct-horse";

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
    assertThat(reply.error().at("/data/code").asText()).isEqualTo("foreign_origin");
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
    try (RunningServer server =
        RunningServer.launch().environment("PARLEY_TOKEN", TOKEN + ",second").start()) {
      Reply without = hiddenIn(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION));
      assertThat(without.status()).isEqualTo(401);
      assertThat(without.header("WWW-Authenticate")).contains("Bearer realm=\"parley\"");
      assertThat(without.error().at("/data/code").asText()).isEqualTo("unauthorized");
      for (String wrong :
          new String[] {
            "Bearer wrong", "Bearer ", "Basic " + TOKEN, TOKEN, "Bearer " + TOKEN + "x"
          }) {
        RawMcp client = RawMcp.at(server.mcp()).header("Authorization", wrong);
        assertThat(client.initialize(RawMcp.VERSION).status()).as(wrong).isEqualTo(401);
        assertThat(client.get().status()).isEqualTo(401);
      }
      for (String right : new String[] {"Bearer " + TOKEN, "bearer second"}) {
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
  }

  @Test
  void bind_toEveryAddress_needsTheTokenFromLoopbackToo() {
    try (RunningServer server =
        RunningServer.launch().with("--bind", "0.0.0.0", "--token", TOKEN).start()) {
      assertThat(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
      RawMcp client = RawMcp.at(server.mcp()).header("Authorization", "Bearer " + TOKEN);
      assertThat(client.initialize(RawMcp.VERSION).status()).isEqualTo(200);
      System.out.println("--bind 0.0.0.0 with a token: 401 without it, 200 with it");
    }
  }
}

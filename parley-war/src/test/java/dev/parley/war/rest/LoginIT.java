package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Who gets in at the page, who does not, and what keeps other sites from writing there. */
@ExtendWith(SharedServer.class)
class LoginIT {
  private static final String TOKEN = "correct-horse";
  private static final Map<String, String> NOTHING = Map.of();

  /** A server behind a proxy, where a token is needed. */
  private static RunningServer guarded;

  @BeforeAll
  static void startServerBehindAProxy() {
    guarded =
        RunningServer.start(
            "--token", TOKEN, "--trust-proxy", "127.0.0.0/8", "--max-streams-per-login", "2");
  }

  @AfterAll
  static void stopServer() {
    guarded.close();
  }

  @Test
  void stranger_onLoopback_isToldToLogInWithoutAToken(RunningServer server) {
    PageClient stranger = PageClient.stranger(server.base());
    assertThat(stranger.get("/api/me").json().path("name").isNull()).isTrue();
    Answer refused = stranger.get("/api/rooms");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(refused.json().path("code").asString()).isEqualTo("unauthorized");
    assertThat(refused.json().path("needsToken").asBoolean(true)).isFalse();
  }

  @Test
  void login_onLoopback_keepsACookieThatNoScriptAndNoOtherSiteGets(RunningServer server) {
    Answer answer =
        PageClient.stranger(server.base()).send("POST", "/api/login", Map.of("name", "ana"));
    assertThat(answer.header("Set-Cookie"))
        .startsWith("parley-" + server.port() + "=")
        .contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=2592000")
        .doesNotContain("Secure");
    JsonNode me = PageClient.loggedIn(server.base(), Map.of("name", "ana")).get("/api/me").json();
    assertThat(me.path("name").asString()).isEqualTo("ana");
    assertThat(me.path("workspace").asString()).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-ana", "an a", "system", "Person-2", "ana.b", "<b>"})
  void login_underWhatIsNoName_isRefused(String name, RunningServer server) {
    Answer refused =
        PageClient.stranger(server.base()).send("POST", "/api/login", Map.of("name", name));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.header("Set-Cookie")).isEmpty();
  }

  @Test
  void login_inAWorkspace_isThere_andAnInvalidNameIsRefusedWithTheRule(RunningServer server) {
    PageClient ana =
        PageClient.loggedIn(server.base(), Map.of("name", "ana", "workspace", "login-it"));
    assertThat(ana.get("/api/me").json().path("workspace").asString()).isEqualTo("login-it");
    PageClient stranger = PageClient.stranger(server.base());
    Map<String, String> wrong = Map.of("workspace", "Red Room");
    for (Answer refused :
        List.of(
            stranger.send("POST", "/api/login", wrong),
            ana.send("PUT", "/api/login/workspace", wrong))) {
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("field").asString()).isEqualTo("workspace");
      assertThat(refused.json().path("detail").asString()).contains("1 to 64 of a-z");
      assertThat(refused.header("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void switchOfTheWorkspace_keepsTheCookieSafe_andNeedsThisSite(RunningServer server) {
    PageClient ana = PageClient.loggedIn(server.base(), Map.of("name", "ana"));
    Map<String, String> there = Map.of("workspace", "login-it");
    Answer foreign =
        ana.send(
            ana.request("/api/login/workspace", "Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{\"workspace\":\"login-it\"}"))
                .build());
    assertThat(foreign.status()).isEqualTo(403);
    Answer moved = ana.send("PUT", "/api/login/workspace", there);
    assertThat(moved.json().path("workspace").asString()).isEqualTo("login-it");
    assertThat(moved.header("Set-Cookie"))
        .startsWith("parley-" + server.port() + "=")
        .contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=25")
        .doesNotContain("Secure");
    Answer again = ana.with(moved).send("PUT", "/api/login/workspace", there);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Set-Cookie")).as("nothing changed").isEmpty();
    assertThat(PageClient.stranger(server.base()).send("PUT", "/api/login/workspace", there))
        .extracting(Answer::status)
        .isEqualTo(401);
  }

  @Test
  void write_thatDoesNotSayItIsOfThisSite_isRefused(RunningServer server) {
    PageClient ana = PageClient.loggedIn(server.base(), NOTHING);
    var body = BodyPublishers.ofString("{}");
    String json = "application/json";
    for (String[] headers :
        new String[][] {
          {"Content-Type", json},
          {"Content-Type", json, "Origin", "http://example.org"},
          {"Content-Type", json, "Sec-Fetch-Site", "cross-site"},
          {"Content-Type", json, "Sec-Fetch-Site", "same-site", "Origin", server.base().toString()},
          {"Content-Type", json, "Sec-Fetch-Site", "none"},
          {"Content-Type", json, "Origin", "null"},
        }) {
      Answer refused = ana.send(ana.request("/api/logout", headers).POST(body).build());
      assertThat(refused.status()).as(String.join(" ", headers)).isEqualTo(403);
      assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    }
    Answer form =
        ana.send(
            ana.request(
                    "/api/logout", "Content-Type", "text/plain", "Origin", server.base().toString())
                .POST(body)
                .build());
    assertThat(form.status()).isEqualTo(415);
    assertThat(ana.get("/api/me").status()).isEqualTo(200);
  }

  @Test
  void cookie_changedAnywhere_isNone(RunningServer server) {
    String cookie = PageClient.loggedIn(server.base(), Map.of("name", "ana")).cookie();
    assertThat(me(server.base(), cookie)).isEqualTo(200);
    assertThat(me(server.base(), cookie.replace(".ana.", ".bob."))).isEqualTo(401);
    assertThat(me(server.base(), cookie + "x")).isEqualTo(401);
    assertThat(me(server.base(), cookie.substring(0, cookie.length() - 1))).isEqualTo(401);
    assertThat(me(server.base(), "parley-" + server.port() + "=")).isEqualTo(401);
  }

  private static int me(URI base, String cookie) {
    PageClient nobody = PageClient.stranger(base);
    return nobody.send(nobody.request("/api/rooms", "Cookie", cookie).build()).status();
  }

  @Test
  void login_whereATokenIsNeeded_needsItAndOutlivesTheServer_andALogoutToo(@TempDir Path data) {
    PageClient ana;
    PageClient bob;
    PageClient carl;
    try (RunningServer server =
        RunningServer.launch().data(data).with("--token", TOKEN + ",another-token").start()) {
      PageClient stranger = PageClient.stranger(server.base());
      for (Map<String, String> wrong :
          List.of(NOTHING, Map.of("token", ""), Map.of("token", "correct"))) {
        Answer refused = stranger.send("POST", "/api/login", wrong);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.json().path("needsToken").asBoolean()).isTrue();
      }
      ana = PageClient.loggedIn(server.base(), Map.of("token", TOKEN, "name", "ana"));
      assertThat(ana.get("/api/me").json().path("needsToken").asBoolean()).isTrue();
      assertThat(stranger.get("/").status()).isEqualTo(200);
      ana = ana.with(ana.send("PUT", "/api/login/workspace", Map.of("workspace", "red")));
      bob = PageClient.loggedIn(server.base(), Map.of("token", TOKEN, "name", "bob"));
      assertThat(bob.send("POST", "/api/logout", NOTHING).status()).isEqualTo(204);
      assertThat(bob.get("/api/rooms").status()).isEqualTo(401);
      assertThat(ana.get("/api/rooms").status()).isEqualTo(200);
      carl = PageClient.loggedIn(server.base(), Map.of("token", "another-token", "name", "carl"));
      assertThat(carl.get("/api/rooms").status()).isEqualTo(200);
    }
    int port = ana.port();
    try (RunningServer again =
        RunningServer.launch().data(data).port(port).with("--token", TOKEN).start()) {
      assertThat(ana.at(again.base()).get("/api/me").json().path("name").asString())
          .isEqualTo("ana");
      assertThat(ana.at(again.base()).get("/api/me").json().path("workspace").asString())
          .isEqualTo("red");
      assertThat(bob.at(again.base()).get("/api/rooms").status()).isEqualTo(401);
      assertThat(carl.at(again.base()).get("/api/rooms").status())
          .as("a login by a token that the server takes no more")
          .isEqualTo(401);
    }
  }

  @Test
  void login_pastTenWrongTokens_isRefusedForAWhile_butWithTheRightOneNever() {
    PageClient ana = PageClient.loggedIn(guarded.base(), Map.of("token", TOKEN));
    PageClient stranger = PageClient.stranger(guarded.base());
    for (int i = 0; i < 20; i++) {
      assertThat(stranger.send("POST", "/api/login", NOTHING).status()).isEqualTo(401);
    }
    for (int i = 0; i < 10; i++) {
      Answer wrong = stranger.send("POST", "/api/login", Map.of("token", "guess" + i));
      assertThat(wrong.status()).isEqualTo(401);
    }
    Answer refused = stranger.send("POST", "/api/login", Map.of("token", "guess"));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(refused.header("Retry-After")).matches("[1-6]");
    assertThat(refused.header("Set-Cookie")).isEmpty();
    assertThat(refused.json().path("code").asString()).isEqualTo("rate_limited");
    assertThat(stranger.send("POST", "/api/login", Map.of("token", TOKEN)).status()).isEqualTo(200);
    assertThat(ana.get("/api/rooms").status()).isEqualTo(200);
    eventually("it says so", () -> !wrongTokens().isEmpty());
    assertThat(wrongTokens()).hasSize(1);
  }

  private static List<String> wrongTokens() {
    return guarded.printed().stream().filter(line -> line.contains("wrong token")).toList();
  }

  @Test
  void cookie_behindATrustedProxyWithTls_isSecure_andNoOtherIs(RunningServer open) {
    assertThat(cookie(guarded, "X-Forwarded-Proto", "https")).contains("Secure");
    assertThat(cookie(guarded, "Forwarded", "for=192.0.2.1;proto=https")).contains("Secure");
    assertThat(cookie(guarded, "X-Forwarded-Proto", "http")).isNotEmpty().doesNotContain("Secure");
    assertThat(cookie(open, "X-Forwarded-Proto", "https")).isNotEmpty().doesNotContain("Secure");
  }

  private static String cookie(RunningServer server, String header, String value) {
    String login = "{\"token\":\"" + TOKEN + "\"}";
    PageClient nobody = PageClient.stranger(server.base());
    return nobody
        .send(
            nobody
                .request(
                    "/api/login",
                    "Origin",
                    server.base().toString(),
                    "Content-Type",
                    "application/json",
                    header,
                    value)
                .POST(BodyPublishers.ofString(login))
                .build())
        .header("Set-Cookie");
  }

  @Test
  void cookie_besideAnotherOfItsName_counts(RunningServer server) {
    String cookie = PageClient.loggedIn(server.base(), Map.of("name", "ana")).cookie();
    String foreign = "parley-" + server.port() + "=of-another-port";
    assertThat(me(server.base(), foreign + "; " + cookie)).isEqualTo(200);
    assertThat(me(server.base(), cookie + "; " + foreign)).isEqualTo(200);
  }

  @Test
  void streams_ofOneLogin_areBounded() {
    PageClient ana = PageClient.loggedIn(guarded.base(), Map.of("token", TOKEN, "name", "ana"));
    Queue<String> first = ana.stream("");
    Queue<String> second = ana.stream("");
    eventually("the stream says hello", () -> first.contains("event: hello"));
    eventually("the other stream says hello", () -> second.contains("event: hello"));
    assertThat(ana.status("GET", "/api/stream")).as("a third stream").isEqualTo(409);
    Answer third = ana.get("/api/stream"); // only now: the body of a stream has no end
    assertThat(third.json().path("code").asString()).isEqualTo("limit_reached");
    assertThat(third.json().path("limit").asInt()).isEqualTo(2);
    PageClient bob = PageClient.loggedIn(guarded.base(), Map.of("token", TOKEN, "name", "bob"));
    Queue<String> another = bob.stream("");
    eventually("another login has its own", () -> another.contains("event: hello"));
  }

  @Test
  void stream_tellsWhatIsSaidFromHelloOn(RunningServer server) {
    PageClient ana = PageClient.loggedIn(server.base(), Map.of("name", "watcher"));
    Queue<String> told = ana.stream("");
    eventually("the stream says hello", () -> told.contains("event: hello"));
    try (var bob = server.client()) {
      bob.tool("join_room", "room", "told", "nickname", "bob");
      eventually("the new room is told", () -> told.contains("event: rooms"));
      bob.tool("send_message", "room", "told", "body", "now");
      eventually(
          "the message is told",
          () -> told.stream().anyMatch(line -> line.contains("\"text\":\"now\"")));
    }
  }
}

package dev.parley.war.servers;

import static dev.parley.war.servers.ApplicationServer.TOKEN;
import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OAuthBrowser;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RawRequest;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.TestIssuer;
import dev.parley.war.testing.ToolAnswer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import tools.jackson.databind.JsonNode;

/** What must hold in every application server Parley is deployed to, down to its clean end. */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ServerConversation {
  private static final int LAST = Integer.MAX_VALUE;
  private static final int WITH_AN_ISSUER = LAST - 1;
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";

  /** The names of threads that a container makes for its executors. */
  private static final String MANAGED = ".*[mM]anagedExecutorService.*";

  /** The names of threads that Parley makes where it has no executors of others. */
  private static final String OWN = "parley-(sweeper|presence|failover|topics|listener-[0-9]+)";

  private static final Duration LONG_ENOUGH_TO_HEAR = Duration.ofMillis(300);

  private ApplicationServer server;

  @RegisterExtension
  final TestExecutionExceptionHandler withLog = ServerRun.excerptWith(() -> server.run());

  /** Starts a server with the WAR deployed. */
  abstract ApplicationServer start();

  @BeforeAll
  void deploy() {
    long from = System.nanoTime();
    server = start();
    say("healthy " + Duration.ofNanos(System.nanoTime() - from).toMillis() + " ms after the start");
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void health_tellsVersionAndDatabaseWithATokenOnly() {
    Reply small = RawMcp.at(server.at("/health")).get();
    assertThat(small.status()).isEqualTo(200);
    assertThat(small.body()).matches("\\{\"status\":\"up\",\"time\":\"[0-9TZ.:-]+\"}");
    Reply reply = RawMcp.at(server.at("/health")).header("Authorization", "Bearer " + TOKEN).get();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("status").asString()).isEqualTo("up");
    assertThat(reply.json().get("version").asString()).isNotEmpty().isNotEqualTo("unknown");
    assertThat(reply.json().at("/database/reachable").asBoolean()).isTrue();
    assertThat(reply.json().at("/database/product").asString()).startsWith("H2 2.5.");
    say(reply.body());
  }

  /** Threads aside are Parley's, where a busy machine lets the server's be late. */
  @Test
  void tasks_runOnThreadsOfTheServer() {
    try (RawMcp sender = server.client("/mcp");
        RawMcp reader = server.client("/mcp")) {
      sender.tool("join_room", "room", "threads").accepted();
      reader.tool("join_room", "room", "threads").accepted();
      sender.tool("send_message", "room", "threads", "body", "over a thread").accepted();
      assertThat(reader.stream().next().content()).isEqualTo("over a thread");
      List<String> threads = server.run().threads();
      assertThat(threads)
          .anyMatch(name -> name.matches(MANAGED))
          .contains("parley-watch")
          .noneMatch(name -> name.matches(OWN));
      say(threads.stream().filter(name -> name.matches(MANAGED + "|parley-.*")).toList() + "");
    }
  }

  /** That the token is the one of the environment is shown by all others. */
  @Test
  void settings_ofMicroProfileConfig_countWhereNothingElseHasOne() {
    try (RawMcp agent = server.client("/mcp")) {
      assertThat(agent.tool("get_server_info").get("instanceId")).isEqualTo("blue server");
    }
  }

  @Test
  void everythingElse_withoutToken_is401() {
    for (RawMcp without :
        List.of(
            RawMcp.at(server.at("/mcp")),
            RawMcp.at(server.at("/mcp")).header("Authorization", "Bearer " + TOKEN + "2"))) {
      Reply reply = without.initialize(RawMcp.VERSION);
      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.header("WWW-Authenticate"))
          .hasValue("Bearer resource_metadata=\"" + server.at(RESOURCE + "/mcp") + "\"");
      assertThat(reply.error().at("/data/code").asString()).isEqualTo("unauthorized");
      assertThat(without.get().status()).isEqualTo(401);
      assertThat(without.delete().status()).isEqualTo(401);
    }
    assertThat(RawMcp.at(server.at("/nothing-here")).get().status()).isEqualTo(401);
  }

  @Test
  void hostAndOrigin_foreign_are403() {
    int port = server.base().getPort();
    String token = "Authorization: Bearer " + TOKEN;
    assertThat(RawRequest.get(server.at("/health"), "Host: evil.example:" + port, token))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"foreign_host\"");
    String ours = "Host: 127.0.0.1:" + port;
    assertThat(RawRequest.get(server.at("/mcp"), ours, "Origin: http://evil.example", token))
        .startsWith("HTTP/1.1 403")
        .contains("\"code\":\"foreign_origin\"");
    assertThat(RawRequest.get(server.at("/health"), ours, "Origin: http://127.0.0.1:" + port))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void conversation_onTwoEndpoints_isPushedExactly() {
    try (RawMcp alice = server.client("/mcp");
        RawMcp bob = server.client("/mcp/rooms")) {
      assertThat(alice.tool("join_room", "room", "planning", "nickname", "otter").text())
          .isEqualTo("{\"room\":\"planning\",\"nickname\":\"otter\",\"membersCount\":1}");
      assertThat(bob.tool("join_room", "room", "planning", "nickname", "otter").text())
          .isEqualTo("{\"room\":\"planning\",\"nickname\":\"otter-2\",\"membersCount\":2}");
      ToolAnswer receipt = alice.tool("send_message", "room", "planning", "body", "hi <bøb>");
      assertThat(receipt.text()).startsWith("{\"room\":\"planning\",\"seq\":1,\"messageId\":\"");

      PushedEvent push = bob.stream().next();
      assertThat(push.lines())
          .containsExactly(
              "id: 1",
              "data:"
                  + " {\"jsonrpc\":\"2.0\",\"method\":\"notifications/claude/channel\",\"params\":{\"content\":\"hi"
                  + " <bøb>\",\"meta\":{\"room\":\"planning\","
                  + "\"from_nickname\":\"otter\",\"verified\":\"true\",\"seq\":\"1\",\"message_id\":\""
                  + receipt.get("messageId")
                  + "\",\"sent_at\":\""
                  + receipt.get("sentAt")
                  + "\"}}}");
      say(String.join(" | ", push.lines()));
      assertThat(bob.stream().head()).anyMatch(line -> line.contains("text/event-stream"));
      assertThat(bob.tool("who_is_here", "room", "planning").text())
          .isEqualTo("{\"room\":\"planning\",\"nicknames\":[\"otter\",\"otter-2\"]}");
      assertThat(bob.tool("leave_room", "room", "planning").text())
          .isEqualTo("{\"room\":\"planning\"}");
      assertThat(alice.stream().within(LONG_ENOUGH_TO_HEAR)).isNull();
      assertThat(bob.delete().status()).isEqualTo(204);
      assertThat(bob.call("ping", null).status()).isEqualTo(404);
    }
  }

  @Test
  void page_belowAContext_isServedAndToldWhatHappens() {
    URI base = server.at("");
    PageClient stranger = PageClient.stranger(base);
    PageClient.Answer page = stranger.get("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Security-Policy")).contains("script-src 'self'");
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.raw().body()).contains("assets/main.js");
    assertThat(stranger.get("/assets/main.js").header("Content-Type"))
        .startsWith("text/javascript");
    assertThat(stranger.get("/assets/lib/lit-html/lit-html.js").status()).isEqualTo(200);
    assertThat(stranger.get("/assets/none.js").status()).isEqualTo(404);
    assertThat(stranger.get("/WEB-INF/web.xml").status()).isIn(401, 404);
    assertThat(stranger.get("/api/rooms").json().path("code").asString()).isEqualTo("unauthorized");
    assertThat(stranger.send("POST", "/api/login", Map.of("token", "no")).status()).isEqualTo(401);

    PageClient ana = PageClient.loggedIn(base, Map.of("token", TOKEN, "name", "ana"));
    assertThat(ana.get("/api/me").json().path("name").asString()).isEqualTo("ana");
    Queue<String> told = ana.stream("");
    eventually("the stream says hello", () -> told.contains("event: hello"));
    try (RawMcp agent = server.client("/mcp")) {
      agent.tool("join_room", "room", "window").accepted();
      eventually("the room is told", () -> told.contains("event: rooms"));
      agent.tool("parley_post", "topic", "window", "content", "seen <b>").accepted();
      eventually(
          "the message is told",
          () -> told.stream().anyMatch(line -> line.contains("\"text\":\"seen <b>\"")));
      PageClient.Answer said =
          ana.send("POST", "/api/rooms/window/messages", Map.of("text", "and answered"));
      assertThat(said.status()).as(said.raw().body()).isEqualTo(201);
      assertThat(agent.stream().next().content()).isEqualTo("and answered");
      assertThat(agent.tool("get_server_info").get("dashboardUrl")).isEqualTo(base.toString());
    }
    assertThat(ana.get("/api/rooms/window/messages").json().path("items")).hasSize(2);
    PageClient.Answer refused = ana.send("PATCH", "/api/sessions/none/tasks/x", Map.of());
    assertThat(refused.status()).as(refused.raw().body()).isEqualTo(404);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
    assertThat(ana.get("/api/none").json().path("code").asString()).isEqualTo("no_such_path");
    assertThat(ana.send("DELETE", "/api/rooms", Map.of()).header("Allow")).contains("GET");
    assertThat(ana.get("/api/openapi.yaml").raw().body()).startsWith("openapi:");
    assertThat(ana.send("POST", "/api/logout", Map.of()).status()).isEqualTo(204);
    say("page, login, stream, writes and refusals at " + base);
  }

  @Test
  void resume_afterACut_deliversThirtyInOrderOnce() {
    try (RawMcp sender = server.client("/mcp");
        RawMcp reader = server.client("/mcp")) {
      sender.tool("join_room", "room", "resume").accepted();
      reader.tool("join_room", "room", "resume").accepted();
      sender.tool("send_message", "room", "resume", "body", "before").accepted();
      assertThat(reader.stream().next().content()).isEqualTo("before");
      String last = reader.stream().lastId();
      reader.stream().cut();
      List<String> sent = IntStream.rangeClosed(1, 30).mapToObj(i -> "away " + i).toList();
      sent.forEach(body -> sender.tool("send_message", "room", "resume", "body", body).accepted());
      EventStreamReader resumed = reader.listen(last);
      assertThat(resumed.next(30)).extracting(PushedEvent::content).containsExactlyElementsOf(sent);
      assertThat(resumed.within(LONG_ENOUGH_TO_HEAR)).isNull();
      assertThat(resumed.lastId()).isEqualTo("31");
      say("cut after id " + last + ", 30 sent, resumed: 30 in order, once");
    }
  }

  /** Thirty seconds is when an asynchronous request times out unless it is told otherwise. */
  @Test
  void waitForMessages_outlivesTheServersTimeout_andIsAnsweredByAMessage() {
    try (RawMcp sender = server.client("/mcp");
        RawMcp reader = server.client("/mcp")) {
      sender.tool("join_room", "room", "patience").accepted();
      reader.tool("join_room", "room", "patience").accepted();
      ToolAnswer nothing = reader.tool("wait_for_messages", "block_ms", 31_000).accepted();
      assertThat(nothing.fields().get("messages")).isEmpty();
      sender.tool("send_message", "room", "patience", "body", "at last").accepted();
      ToolAnswer something = reader.tool("wait_for_messages", "block_ms", 31_000).accepted();
      assertThat(something.fields().at("/messages/0/body").asString()).isEqualTo("at last");
      sender.tool("parley_post", "topic", "patience", "content", "kept").accepted();
      assertThat(
              reader
                  .tool("parley_fetch_recent", "topic", "patience")
                  .fields()
                  .at("/messages/0/content")
                  .asString())
          .isEqualTo("kept");
      say("31 s of waiting answered with nothing, then by a message: " + something.text());
    }
  }

  @Test
  void waitForMessages_isOpenedAtOnce_andEndsWithTheAnswer() {
    try (RawMcp sender = server.client("/mcp");
        RawMcp reader = server.client("/mcp")) {
      sender.tool("join_room", "room", "opened").accepted();
      reader.tool("join_room", "room", "opened").accepted();
      long asked = System.nanoTime();
      try (OpenCall call = reader.toolOpened("wait_for_messages", "block_ms", 30_000)) {
        assertThat(call.line()).isEqualTo(": waiting");
        Duration opened = Duration.ofNanos(System.nanoTime() - asked);
        assertThat(opened).isLessThan(Duration.ofSeconds(2));
        assertThat(call.header("Content-Type")).startsWith("text/event-stream");
        sender.tool("send_message", "room", "opened", "body", "now").accepted();
        assertThat(call.answer().fields().at("/messages/0/body").asString()).isEqualTo("now");
        say("a waiting call was opened after " + opened.toMillis() + " ms");
      }
    }
  }

  @Test
  void refusals_haveTheirShapesAndHarmNothing() {
    try (RawMcp alice = server.client("/mcp");
        RawMcp bob = server.client("/mcp")) {
      alice.tool("join_room", "room", "limits").accepted();
      bob.tool("join_room", "room", "limits").accepted();
      ToolAnswer bad = alice.tool("join_room", "room", "Not A Room");
      assertThat(bad.code()).isEqualTo("invalid_argument");
      assertThat(bad.get("field")).isEqualTo("room");
      assertThat(bad.fields().get("success").asBoolean()).isFalse();

      JsonNode unknown = alice.call("tools/call", Map.of("name", "no_such_tool")).error();
      assertThat(unknown.get("code").asInt()).isEqualTo(-32602);
      Reply malformed = alice.post("{\"jsonrpc\":\"2.0\",");
      assertThat(malformed.status()).isEqualTo(400);
      assertThat(malformed.error().get("code").asInt()).isEqualTo(-32700);
      Reply large = alice.post(" ".repeat(5 << 20));
      assertThat(large.status()).isEqualTo(413);
      assertThat(large.error().at("/data/code").asString()).isEqualTo("too_large");

      String most = "é".repeat(4096);
      assertThat(alice.tool("send_message", "room", "limits", "body", most + "x").code())
          .isEqualTo("invalid_argument");
      alice.tool("send_message", "room", "limits", "body", most).accepted();
      assertThat(bob.stream().next().content()).isEqualTo(most);
    }
  }

  /** Undertow kept the end of a flush it could not finish until something else was written. */
  @Test
  void pausedReader_readingAgain_getsAllWithoutAnotherSend() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "needs Linux's table of connections");
    RawMcp reader = server.stranger("/mcp").begin();
    try (RawMcp sender = server.client("/mcp");
        PausedReader paused = new PausedReader(server.at("/mcp"), reader)) {
      sender.tool("join_room", "room", "pause").accepted();
      reader.tool("join_room", "room", "pause").accepted();
      String body = "x".repeat(4000);
      int sent = 0;
      for (int beyond = 0; beyond < 2; sent++) {
        long before = paused.waiting();
        sender.tool("send_message", "room", "pause", "body", body).accepted();
        beyond = paused.hasGrown(before) ? 0 : beyond + 1;
      }
      assertThat(paused.read(sent, Duration.ofSeconds(8))).isEqualTo(sent);
      say("a paused reader got all " + sent + " once it read again");
    }
  }

  @Test
  void authorizationServer_isDescribedBelowTheContext() {
    String base = server.base().toString();
    for (String path : List.of("", "/mcp", "/mcp/rooms")) {
      JsonNode resource = RawMcp.at(server.at(RESOURCE + path)).get().json();
      assertThat(resource.path("resource").asString()).isEqualTo(base + "/mcp");
      assertThat(resource.at("/authorization_servers/0").asString()).isEqualTo(base);
    }
    for (String path :
        List.of(
            "oauth-authorization-server",
            "oauth-authorization-server/mcp",
            "openid-configuration")) {
      JsonNode issuer = RawMcp.at(server.at("/.well-known/" + path)).get().json();
      assertThat(issuer.path("issuer").asString()).as(path).isEqualTo(base);
      for (String endpoint : List.of("authorization", "token", "registration", "revocation")) {
        assertThat(issuer.path(endpoint + "_endpoint").asString()).startsWith(base + "/oauth/");
      }
    }
  }

  @Test
  void oauthClient_isAllowed_actsAsItsAgent_andEnds() {
    OAuthBrowser browser = new OAuthBrowser(server.base(), "192.0.2.1");
    String client = browser.client("Probe");
    assertThat(browser.authorize(client).body()).contains("Log in to Parley");
    HttpResponse<String> begun = browser.logIn(browser.query(client), "olga", TOKEN);
    assertThat(begun.headers().firstValue("Location"))
        .hasValue(server.at("/oauth/authorize?" + browser.query(client)).toString());
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow()).contains("Path=/parley");
    Map<String, String> back =
        OAuthBrowser.sentBack(
            browser.allow(browser.authorize(client), "olga.probe", "team:read", "team:write"));
    assertThat(back).containsEntry("iss", server.base().toString());
    JsonNode first = OAuthBrowser.json(browser.exchange(client, back.get("code")));
    String access = first.path("access_token").asString();
    try (RawMcp mcp = browser.mcp(access).begin()) {
      mcp.tool("create_task", "title", "of the client", "priority", "low").accepted();
      assertThat(mcp.tool("get_all_tasks").text()).contains("\"created_by\":\"olga.probe\"");
      assertThat(mcp.tool("list_rooms").code()).isEqualTo("permission_denied");
      JsonNode second =
          OAuthBrowser.json(browser.refresh(client, first.path("refresh_token").asString()));
      String fresh = second.path("access_token").asString();
      assertThat(mcp.call("ping", null).status()).as("the earlier token").isEqualTo(401);
      RawMcp same = mcp.header("Authorization", "Bearer " + fresh);
      EventStreamReader stream = same.listen();
      assertThat(same.call("ping", null).result()).isEmpty();
      assertThat(browser.post("/oauth/revoke", "client_id", client, "token", fresh).statusCode())
          .isEqualTo(200);
      eventually("the stream has ended", stream::isEnded);
      assertThat(same.call("ping", null).status()).isEqualTo(401);
      assertThat(browser.refresh(client, second.path("refresh_token").asString()).statusCode())
          .isEqualTo(400);
      say("a client was allowed, came back with fresh tokens, and ended");
    }
  }

  @Test
  @Order(WITH_AN_ISSUER)
  void accessTokens_ofAnIssuer_areTaken_andWrongOnesRefused() {
    try (TestIssuer issuer = TestIssuer.start()) {
      server.startAgainWith(
          Map.of(
              "PARLEY_OAUTH",
              "off",
              "PARLEY_OIDC_ISSUER",
              issuer.url(),
              "PARLEY_OIDC_AUDIENCE",
              TestIssuer.AUDIENCE));
      try (RawMcp ada = showing(issuer.token("ada")).begin()) {
        ada.tool("create_task", "title", "of ada", "priority", "low").accepted();
        assertThat(ada.tool("get_all_tasks").text()).contains("\"created_by\":\"ada\"");
      }
      String foreign = TestIssuer.sign(issuer.claims("ada"), TestIssuer.newKey());
      Reply refused = showing(foreign).initialize(RawMcp.VERSION);
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.header("WWW-Authenticate"))
          .hasValue("Bearer resource_metadata=\"" + server.at(RESOURCE + "/mcp") + "\"");
      JsonNode resource = RawMcp.at(server.at(RESOURCE + "/mcp")).get().json();
      assertThat(resource.path("resource").asString()).isEqualTo(server.base() + "/mcp");
      assertThat(resource.at("/authorization_servers/0").asString()).isEqualTo(issuer.url());
      assertThat(RawMcp.at(server.at("/.well-known/oauth-authorization-server")).get().status())
          .isEqualTo(404);
      assertThat(server.run().log()).contains("An access token was refused: ");
      say("the token of an issuer was taken, a foreign one refused");
    }
  }

  private RawMcp showing(String token) {
    return RawMcp.at(server.at("/mcp")).header("Authorization", "Bearer " + token);
  }

  @Test
  @Order(LAST)
  void undeploy_withOpenStreams_leavesNothingBehind() {
    List<RawMcp> clients = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clients.add(server.client("/mcp"));
      clients.get(i).tool("join_room", "room", "end").accepted();
    }
    long from = System.nanoTime();
    String done = server.undeploy();
    long took = Duration.ofNanos(System.nanoTime() - from).toMillis();
    eventually("every stream ended", () -> clients.stream().allMatch(c -> c.stream().isEnded()));
    assertThat(server.unexplained()).as("warnings and errors in the log").isEmpty();
    say("undeployed in " + took + " ms with 10 open streams: " + done);
  }

  private void say(String what) {
    System.out.println(getClass().getSimpleName() + ": " + what);
  }
}

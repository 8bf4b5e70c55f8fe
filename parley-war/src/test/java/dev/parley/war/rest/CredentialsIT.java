package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.WarCommand;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The life of a credential: created by the command line, used, changed, rotated, revoked. */
class CredentialsIT {
  private static final Duration REVOKED_WITHIN = Duration.ofSeconds(2);

  /** The end of a run of the command {@code token}. */
  private record Ended(int exit, String out, String err) {}

  private static Ended token(RunningServer server, Map<String, String> environment, String... words)
      throws Exception {
    List<String> command = WarCommand.of("token");
    command.addAll(List.of(words));
    command.addAll(List.of("--url", server.base().toString(), "--data", server.data().toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().remove("PARLEY_TOKEN");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = text(process.getInputStream().readAllBytes());
    String err = text(process.getErrorStream().readAllBytes());
    return new Ended(process.waitFor(), out, err);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }

  private static RunningServer shared;
  private static CredentialMaker maker;

  @BeforeAll
  static void startServerThatNeedsCredentials() throws Exception {
    shared = RunningServer.start();
    maker = CredentialMaker.of(shared);
    agent("first");
  }

  @AfterAll
  static void stopServer() {
    shared.close();
  }

  private static String agent(String names, String... scopes) throws Exception {
    return maker.token("agent", "member", "default", names, List.of(scopes));
  }

  private static String person(String names, String... scopes) throws Exception {
    return maker.token("person", "member", "default", names, List.of(scopes));
  }

  private static void revoke(String token) throws Exception {
    String path = "/" + id(token);
    assertThat(maker.send(maker.owner(), "DELETE", path, Map.of()).statusCode()).isEqualTo(200);
  }

  private static RawMcp client(RunningServer server, String token) {
    return RawMcp.at(server.mcp()).header("Authorization", "Bearer " + token);
  }

  private static String id(String token) {
    return token.substring("parley_".length(), "parley_".length() + 12);
  }

  @Test
  void firstCredential_closesTheServer_endsWhatWasOpenedWithoutOne_andBindsItsHolder()
      throws Exception {
    try (RunningServer server = RunningServer.start()) {
      assertThat(RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status()).isEqualTo(200);
      String token = firstCredentialWhileAStreamAndAPageAreOpen(server);
      eventually(
          "closed", () -> RawMcp.at(server.mcp()).initialize(RawMcp.VERSION).status() == 401);

      Reply named = client(server, token).header("Parley-Agent", "bob").initialize(RawMcp.VERSION);
      assertThat(named.error().path("message").asString())
          .contains("this credential may act as alice.* and not as bob", "Parley-Agent");
      Reply elsewhere =
          client(server, token).header("Parley-Workspace", "other").initialize(RawMcp.VERSION);
      assertThat(elsewhere.error().path("message").asString())
          .contains("this credential opens no workspace 'other'");

      RawMcp alice = client(server, token).begin();
      alice.tool("create_task", "title", "t", "priority", "low").accepted();
      alice.tool("create_task", "title", "t", "priority", "low", "agent_id", "alice.fe").accepted();
      assertThat(alice.tool("get_all_tasks").text())
          .contains("\"created_by\":\"alice\"", "\"created_by\":\"alice.fe\"");
      JsonNode asBob =
          alice.tool("create_task", "title", "t", "priority", "low", "agent_id", "bob").fields();
      assertThat(asBob.path("code").asString()).isEqualTo("permission_denied");

      assertThatOnlyWhatIsSaidNowIsVerified(server, alice);

      Ended listed = token(server, Map.of(), "list");
      assertThat(listed.exit()).isZero();
      assertThat(listed.out()).contains(id(token), "alice.*", "active", "fe").doesNotContain(token);
      assertThat(String.join("\n", server.printed())).doesNotContain(token);
    }
  }

  /** Speaks where others spoke before the first credential, through each way in. */
  private static void assertThatOnlyWhatIsSaidNowIsVerified(RunningServer server, RawMcp alice)
      throws Exception {
    alice.tool("parley_post", "topic", "mixed", "content", "alice").accepted();
    alice.tool("parley_post", "topic", "mixed", "content", "fe", "agent_id", "alice.fe").accepted();
    String token = CredentialMaker.of(server).token("person", "member", "default", "mia");
    PageClient mia = PageClient.loggedIn(server.base(), Map.of("token", token));
    String messages = "/api/rooms/mixed/messages";
    assertThat(mia.send("POST", messages, Map.of("text", "mia")).status()).isEqualTo(201);
    Map<String, Boolean> said =
        Map.of("early", false, "ana", false, "alice", true, "fe", true, "mia", true);
    JsonNode read = alice.tool("parley_fetch_recent", "topic", "mixed").fields();
    assertThat(verified(read.path("messages"), "content")).isEqualTo(said);
    assertThat(verified(mia.get(messages).json().path("items"), "text")).isEqualTo(said);
    alice.tool("send_message", "content", "late", "agent_id", "alice.fe").accepted();
    JsonNode session = alice.tool("get_messages").fields().path("messages");
    assertThat(verified(session, "content")).isEqualTo(Map.of("early", false, "late", true));
  }

  private static Map<String, Boolean> verified(JsonNode messages, String text) {
    Map<String, Boolean> verified = new HashMap<>();
    messages.forEach(
        message ->
            verified.put(message.path(text).asString(), message.required("verified").asBoolean()));
    return verified;
  }

  /** Creates the first credential of a server, which ends both; returns its token. */
  private static String firstCredentialWhileAStreamAndAPageAreOpen(RunningServer server)
      throws Exception {
    PageClient ana = PageClient.loggedIn(server.base(), Map.of("name", "ana"));
    Queue<String> page = ana.stream("");
    CompletableFuture<?> ended =
        HttpClient.newHttpClient()
            .sendAsync(ana.request("/api/stream").build(), BodyHandlers.discarding());
    eventually("the page is shown", () -> !page.isEmpty());
    RawMcp early = RawMcp.at(server.mcp()).begin();
    early.tool("parley_post", "topic", "mixed", "content", "early").accepted();
    early.tool("send_message", "content", "early").accepted();
    assertThat(ana.send("POST", "/api/rooms/mixed/messages", Map.of("text", "ana")).status())
        .isEqualTo(201);
    String token;
    try (EventStreamReader stream = early.listen()) {
      Ended created =
          token(
              server, Map.of(), "create", "--kind", "agent", "--names", "alice.*", "--label", "fe");
      assertThat(created.exit()).as(created.err()).isZero();
      assertThat(created.out()).matches("parley_[a-z0-9]{12}_[A-Za-z0-9_-]{43}");
      token = created.out();
      PushedEvent push = stream.within(REVOKED_WITHIN);
      assertThat(push).isNotNull();
      assertThat(push.toString()).contains("credential_needed");
      eventually("the stream ended", stream::isEnded);
      RawMcp alice = client(server, token).header("Mcp-Session-Id", early.session());
      assertThat(alice.call("ping", null).status()).isEqualTo(404);
    }
    assertThat(ana.get("/api/rooms").status()).isEqualTo(401);
    eventually("the stream of the page ended", ended::isDone);
    return token;
  }

  @Test
  void scopes_admitTheirToolsAlone_andAChangeReachesAnOpenSession() throws Exception {
    String token = agent("rae", "rooms:read");
    RawMcp rae = client(shared, token).begin();
    assertThat(rae.tool("list_rooms").fields().path("code").isMissingNode()).isTrue();
    JsonNode refused = rae.tool("join_room", "room", "planning").fields();
    assertThat(refused.path("code").asString()).isEqualTo("permission_denied");
    assertThat(refused.toString()).contains("rooms:write");
    assertThat(rae.tool("get_all_tasks").code()).isEqualTo("permission_denied");

    Ended changed = token(shared, Map.of(), "scopes", id(token), "--scopes", "rooms:write");
    assertThat(changed.out()).contains("rooms:read, rooms:write");
    eventually("the session ended", () -> rae.call("ping", null).status() == 404);
    RawMcp again = client(shared, token).begin();
    assertThat(again.tool("join_room", "room", "planning").fields().toString())
        .doesNotContain("permission_denied");
  }

  @Test
  void messagesOfSessions_areNotPushedToACredentialThatMayNotReadThem() throws Exception {
    RawMcp rae = client(shared, agent("rae2", "rooms:write")).begin();
    RawMcp tess = client(shared, agent("tess", "rooms:write", "team:write")).begin();
    try (EventStreamReader pushed = rae.listen()) {
      for (RawMcp each : List.of(rae, tess)) {
        each.tool("join_room", "room", "scopes").accepted();
      }
      tess.tool("send_message", "to", "rae2", "content", "for rae alone").accepted();
      tess.tool("send_message", "content", "for the session").accepted();
      tess.tool("send_message", "room", "scopes", "body", "in the room").accepted();
      assertThat(pushed.next().content()).isEqualTo("in the room");
      assertThat(rae.tool("wait_for_messages", "block_ms", 0).fields().toString())
          .contains("in the room")
          .doesNotContain("for rae alone", "for the session");
    }
  }

  @Test
  void revoked_endsItsStreamsWithAPushThatSaysWhy_within2Seconds() throws Exception {
    String token = agent("kim");
    RawMcp kim = client(shared, token).begin();
    try (EventStreamReader stream = kim.listen()) {
      long begun = System.nanoTime();
      revoke(token);
      PushedEvent push = stream.within(REVOKED_WITHIN);
      assertThat(push).isNotNull();
      assertThat(push.toString()).contains("credential_ended", "is revoked");
      eventually("the stream ended", stream::isEnded);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(REVOKED_WITHIN);
    }
    assertThat(kim.call("ping", null).status()).isEqualTo(401);
    assertThat(client(shared, token).initialize(RawMcp.VERSION).status()).isEqualTo(401);
  }

  @Test
  void rotated_isRefusedByItsEarlierSecret_andRevokedByBoth() throws Exception {
    String token = agent("lee");
    Ended rotated = token(shared, Map.of(), "rotate", id(token));
    assertThat(rotated.out()).startsWith("parley_" + id(token)).isNotEqualTo(token);
    assertThat(client(shared, token).initialize(RawMcp.VERSION).status()).isEqualTo(401);
    assertThat(client(shared, rotated.out()).initialize(RawMcp.VERSION).status()).isEqualTo(200);
    assertThat(token(shared, Map.of(), "revoke", "000000000000").err()).contains("not found");
    assertThat(token(shared, Map.of(), "revoke", id(token)).exit()).isZero();
    assertThat(client(shared, rotated.out()).initialize(RawMcp.VERSION).status()).isEqualTo(401);
  }

  @Test
  void ownersToken_isForTheOwnerAlone_andAgentsMayNotAdminister() throws Exception {
    Path file = shared.data().resolve("owner.token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Ended refused = token(shared, Map.of("PARLEY_TOKEN", agent("pat")), "list");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("this needs the role admin, and you are member");
    Ended wrong = token(shared, Map.of("PARLEY_TOKEN", "made-up-token"), "list");
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.err()).contains("PARLEY_TOKEN");
  }

  @Test
  void page_opensForPeopleInTheirRole() throws Exception {
    String agent = agent("pam");
    String viewer =
        token(
                shared,
                Map.of(),
                "create",
                "--kind",
                "person",
                "--names",
                "vera",
                "--role",
                "viewer",
                "--scopes",
                "watch,rooms:read,team:read")
            .out();
    String member = person("mia");
    PageClient stranger = PageClient.stranger(shared.base());
    Answer program = stranger.send("POST", "/api/login", Map.of("token", agent));
    assertThat(program.status()).isEqualTo(403);
    Answer other = stranger.send("POST", "/api/login", Map.of("token", member, "name", "ana"));
    assertThat(other.status()).isEqualTo(403);

    PageClient vera = PageClient.loggedIn(shared.base(), Map.of("token", viewer));
    assertThat(vera.get("/api/me").json().path("name").asString()).isEqualTo("vera");
    assertThat(vera.get("/api/me").json().path("role").asString()).isEqualTo("viewer");
    assertThat(vera.get("/api/rooms").status()).isEqualTo(200);
    Map<String, String> text = Map.of("text", "hello");
    assertThat(vera.send("POST", "/api/sessions/run/messages", text).status()).isEqualTo(403);
    assertThat(vera.get("/api/credentials").status()).isEqualTo(403);

    PageClient mia = PageClient.loggedIn(shared.base(), Map.of("token", member));
    assertThat(mia.get("/api/credentials").status()).isEqualTo(403);
    PageClient owner =
        PageClient.loggedIn(shared.base(), Map.of("token", maker.owner(), "name", "ana"));
    assertThat(owner.get("/api/credentials").json().path("items").findValuesAsString("id"))
        .contains(id(agent), id(viewer), id(member));

    revoke(member);
    assertThat(mia.get("/api/rooms").status()).isEqualTo(401);
  }

  @Test
  void watch_ofAnotherAgent_needsACredentialForItsName() throws Exception {
    RawMcp kit = client(shared, agent("kit.*")).begin();
    RawMcp leo = client(shared, agent("leo")).begin();
    assertThat(leo.tool("list_rooms").refused()).isFalse();
    Map<String, Object> look = Map.of("agent", "leo", "look", true);
    assertThat(kit.call("parley/wake", look).error().path("message").asString())
        .contains("may act as kit.* and not as leo");
    Map<String, Object> own = Map.of("agent", "kit.fe", "look", true);
    assertThat(kit.call("parley/wake", own).result().path("absent").asBoolean()).isTrue();
  }

  @Test
  void member_mayNotAdminister_howeverThePathIsSpelt() throws Exception {
    String member = person("max");
    PageClient max = PageClient.loggedIn(shared.base(), Map.of("token", member));
    for (String path :
        List.of(
            "/api/credentials",
            "/api;x=1/credentials",
            "/api/%63redentials",
            "/api//credentials")) {
      Answer answer =
          max.send(
              max.request(path, "Authorization", "Bearer " + member, "Origin", origin(shared))
                  .GET()
                  .build());
      assertThat(answer.status()).as(path).isIn(400, 401, 403, 404);
    }
  }

  @Test
  void admin_ofAWorkspace_administersThatOneAlone_andGivesNoMoreThanItHas() throws Exception {
    String other = agent("paul");
    String acme = maker.token("admin", "admin", "acme", "*");
    assertThat(maker.send(acme, "GET", "", Map.of()).body())
        .doesNotContain(id(other))
        .contains("acme");
    assertThat(maker.send(acme, "POST", "/" + id(other) + "/rotate", Map.of()).body())
        .contains("credential not found");
    assertThat(maker.send(acme, "POST", "", Map.of("kind", "agent")).body())
        .contains("opens no workspace 'default'");
    Ended viewer =
        token(
            shared,
            Map.of("PARLEY_TOKEN", acme),
            "create",
            "--kind",
            "person",
            "--workspace",
            "acme",
            "--role",
            "viewer",
            "--scopes",
            "team:write");
    assertThat(viewer.err()).contains("the role viewer has no scope team:write");
  }

  @Test
  void scopesOfAPerson_holdAtThePage_alsoAfterTheLogin() throws Exception {
    String watcher = person("wim", "watch");
    PageClient wim = PageClient.loggedIn(shared.base(), Map.of("token", watcher));
    assertThat(wim.get("/api/rooms").status()).isEqualTo(200);
    Map<String, String> text = Map.of("text", "hello");
    assertThat(wim.send("POST", "/api/sessions/run/messages", text).status()).isEqualTo(403);
    assertThat(wim.send("POST", "/api/rooms/planning/messages", text).status()).isEqualTo(403);
    Map<String, Object> rooms = Map.of("scopes", List.of("rooms:read"));
    assertThat(maker.send(maker.owner(), "PATCH", "/" + id(watcher), rooms).statusCode())
        .isEqualTo(200);
    assertThat(wim.get("/api/rooms").status()).isEqualTo(403);
  }

  @Test
  void tools_ofOneSet_lookAtTheScopeOfThatSet_andMemoryAtTheName() throws Exception {
    String token = agent("tim", "rooms:write");
    RawMcp team =
        RawMcp.at(shared.at("/mcp/team")).header("Authorization", "Bearer " + token).begin();
    assertThat(team.tool("send_message", "content", "hi").code()).isEqualTo("permission_denied");
    RawMcp worker = client(shared, agent("tom")).begin();
    Object[] ofBob = {"agent_id", "bob", "entry", "poison"};
    assertThat(worker.tool("append_memory", ofBob).code()).isEqualTo("permission_denied");
    try (EventStreamReader stream = client(shared, agent("will", "watch")).begin().listen()) {
      assertThat(stream.status()).isEqualTo(403);
    }
  }

  private static String origin(RunningServer server) {
    return "http://127.0.0.1:" + server.port();
  }
}

package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.permission.PermissionDraft;
import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.PushedEvent;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Permission requests from a client to people and back: over HTTP, and through the bridge. */
class PermissionsIT {
  private static final String REQUEST = "notifications/claude/channel/permission_request";
  private static final String ANSWER = "notifications/claude/channel/permission";
  private static final String CAPABILITY = "claude/channel/permission";
  private static final Duration NEVER = Duration.ofMillis(500);

  private RunningServer server;
  private CredentialMaker maker;
  private RawMcp bot;
  private EventStreamReader pushes;
  private PageClient lea;

  @BeforeEach
  void begin() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    maker = CredentialMaker.of(server);
    bot = client(maker.token("agent", "member", "default", "bot"));
    pushes = bot.begin().listen();
    lea = person("lea", "lead");
  }

  @AfterEach
  void stop() {
    bot.close();
    server.close();
  }

  private RawMcp client(String token) {
    return RawMcp.at(server.mcp())
        .header("Authorization", "Bearer " + token)
        .header("Parley-Session", "run");
  }

  private PageClient person(String name, String role) throws Exception {
    return PageClient.loggedIn(
        server.base(), Map.of("token", maker.token("person", role, "default", name)));
  }

  private static Map<String, String> request(String code, String input) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("request_id", code);
    params.put("tool_name", "Bash");
    params.put("description", "List the files");
    params.put("input_preview", input);
    return params;
  }

  private static void ask(RawMcp client, Map<String, String> params) {
    assertThat(client.notify(REQUEST, params).status()).isEqualTo(202);
  }

  private static List<JsonNode> items(PageClient person) {
    Answer answer = person.get("/api/waiting");
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
    List<JsonNode> items = new ArrayList<>();
    answer.json().path("items").forEach(items::add);
    return items;
  }

  private static Answer answer(PageClient person, JsonNode item, String answer) {
    return person.send(
        "POST", "/api/permissions/" + item.path("subject").asString(), Map.of("answer", answer));
  }

  private static void isAnswer(PushedEvent push, String code, String behavior) {
    assertThat(push.data())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\""
                + ANSWER
                + "\",\"params\":{\"request_id\":\""
                + code
                + "\",\"behavior\":\""
                + behavior
                + "\"}}");
  }

  @Test
  void request_waitsInFull_andTheAnswerGoesBack() {
    String input = "ls -l # " + "x".repeat(3_500);
    ask(bot, request("abcde", input));
    JsonNode item = items(lea).get(0);
    assertThat(item.path("kind").asString()).isEqualTo("permission");
    assertThat(item.path("from").asString()).isEqualTo("bot");
    assertThat(item.path("everyone").asBoolean()).isTrue();
    assertThat(item.path("text").asString()).isEqualTo("Bash");
    JsonNode permission = item.path("permission");
    assertThat(permission.path("code").asString()).isEqualTo("abcde");
    assertThat(permission.path("tool").asString()).isEqualTo("Bash");
    assertThat(permission.path("description").asString()).isEqualTo("List the files");
    assertThat(permission.path("input").asString()).isEqualTo(input);
    assertThat(item.path("actions").toString()).isEqualTo("[\"allow\",\"deny\",\"dismiss\"]");
    Map<String, Object> schema =
        OpenApi.read().operations().get("GET /api/waiting").answer().orElseThrow();
    assertThat(
            new DefaultJsonSchemaValidator().validate(schema, lea.get("/api/waiting").raw().body()))
        .matches(ValidationResponse::valid, "fits");
    assertThat(answer(lea, item, "maybe").status()).isEqualTo(400);
    assertThat(answer(lea, item, "allow").status()).isEqualTo(204);
    isAnswer(pushes.next(), "abcde", "allow");
    assertThat(items(lea)).isEmpty();
  }

  @Test
  void firstAnswer_counts_andLaterOnesAreRefused() throws Exception {
    ask(bot, request("abcde", "ls"));
    JsonNode item = items(lea).get(0);
    PageClient ada = person("ada", "admin");
    assertThat(items(ada)).hasSize(1);
    assertThat(answer(ada, item, "deny").status()).isEqualTo(204);
    assertThat(answer(ada, item, "deny").status()).isEqualTo(204);
    Answer late = answer(lea, item, "allow");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.json().path("code").asString()).isEqualTo("already_submitted");
    assertThat(late.json().path("answer").asString()).isEqualTo("deny");
    assertThat(late.json().path("by").asString()).isEqualTo("ada");
    isAnswer(pushes.next(), "abcde", "deny");
    assertThat(pushes.within(NEVER)).isNull();
  }

  @Test
  void peopleWithoutTheRight_seeNothing_andAnswerNothing() throws Exception {
    ask(bot, request("abcde", "ls"));
    JsonNode item = items(lea).get(0);
    for (String role : List.of("viewer", "member")) {
      PageClient person = person(role, role);
      assertThat(items(person)).isEmpty();
      assertThat(answer(person, item, "allow").status()).isEqualTo(403);
    }
    PageClient mel = person("mel", "member");
    assertThat(
            mel.send("POST", "/api/rooms/planning/messages", Map.of("text", "yes abcde")).status())
        .isEqualTo(201);
    assertThat(PageClient.stranger(server.base()).status("POST", "/api/permissions/none"))
        .isEqualTo(401);
    assertThat(pushes.within(NEVER)).isNull();
    assertThat(items(lea)).hasSize(1);
  }

  @Test
  void message_ofALead_isAnAnswer_inARoomAndToTheAgent() throws Exception {
    bot.tool("start_session", "session_id", "run").accepted();
    ask(bot, request("abcde", "ls"));
    ask(bot, request("fghij", "rm"));
    RawMcp other = client(maker.token("agent", "lead", "default", "other")).begin();
    other.tool("parley_post", "topic", "planning", "content", "yes abcde").accepted();
    other.tool("send_message", "content", "yes abcde", "to", "bot").accepted();
    assertThat(items(lea)).hasSize(2);
    assertThat(
            lea.send("POST", "/api/rooms/planning/messages", Map.of("text", "Yes abcde")).status())
        .isEqualTo(201);
    eventually("it is gone", () -> items(lea).size() == 1);
    for (String to : List.of("other", "bot")) {
      assertThat(
              lea.send("POST", "/api/sessions/run/messages", Map.of("text", "no fghij", "to", to))
                  .status())
          .isEqualTo(201);
      assertThat(items(lea)).hasSize(to.equals("bot") ? 0 : 1);
    }
    List<String> answers = new ArrayList<>();
    while (answers.size() < 2) {
      PushedEvent push = pushes.next();
      if (push.json().path("method").asString().equals(ANSWER)) {
        answers.add(push.json().path("params").toString());
      }
    }
    assertThat(answers)
        .containsExactly(
            "{\"request_id\":\"abcde\",\"behavior\":\"allow\"}",
            "{\"request_id\":\"fghij\",\"behavior\":\"deny\"}");
  }

  @Test
  void capability_isDeclared_toThoseWhoMayAsk() throws Exception {
    assertThat(experimental(client(maker.token("agent", "member", "default", "a"))))
        .isEqualTo("{\"claude/channel\":{},\"" + CAPABILITY + "\":{}}");
    RawMcp reader = client(maker.token("agent", "member", "default", "r", List.of("rooms:read")));
    assertThat(experimental(reader)).isEqualTo("{\"claude/channel\":{}}");
    ask(reader, request("abcde", "ls"));
    String boss = maker.token("person", "lead", "default", "boss");
    String ada = maker.token("admin", "admin", "default", "ada");
    String root = maker.token("agent", "admin", "default", "root");
    for (String answersItself : List.of(boss, ada, maker.owner(), root)) {
      RawMcp client = client(answersItself);
      assertThat(experimental(client)).isEqualTo("{\"claude/channel\":{}}");
      ask(client, request("abcde", "ls"));
    }
    assertThat(items(lea)).isEmpty();
  }

  private static String experimental(RawMcp client) {
    JsonNode result = client.initialize(RawMcp.VERSION).result();
    client.header("MCP-Protocol-Version", RawMcp.VERSION);
    return result.at("/capabilities/experimental").toString();
  }

  @Test
  void serverWithoutCredentials_declaresNothing_andTakesNothing() {
    try (RunningServer open = RunningServer.start();
        RawMcp client = RawMcp.at(open.mcp())) {
      assertThat(experimental(client)).isEqualTo("{\"claude/channel\":{}}");
      ask(client, request("abcde", "ls"));
      PageClient ann = PageClient.loggedIn(open.base(), Map.of("name", "ann"));
      assertThat(items(ann)).isEmpty();
      eventually("later acts are in the audit", () -> !audited(ann, "login.begin").isEmpty());
      assertThat(audited(ann, "permission.ask")).isEmpty();
    }
  }

  @Test
  void requestOfAWrongForm_isDropped() {
    Map<String, String> withoutTool = request("abcde", "ls");
    withoutTool.remove("tool_name");
    ask(bot, withoutTool);
    ask(bot, request("ABCDE", "ls"));
    ask(bot, request("abcde", "x".repeat(PermissionDraft.MAX_INPUT + 1)));
    assertThat(bot.notify(REQUEST).status()).isEqualTo(202);
    assertThat(items(lea)).isEmpty();
    ask(bot, request("abcde", "x".repeat(PermissionDraft.MAX_INPUT)));
    assertThat(items(lea)).hasSize(1);
  }

  @Test
  void clientThatGoes_takesItsRequestsWithIt_andTheAuditHasAll() throws Exception {
    ask(bot, request("abcde", "ls"));
    ask(bot, request("fghij", "rm"));
    for (JsonNode item : items(lea)) {
      if (item.path("permission").path("code").asString().equals("abcde")) {
        assertThat(answer(lea, item, "allow").status()).isEqualTo(204);
      }
    }
    isAnswer(pushes.next(), "abcde", "allow");
    assertThat(bot.delete().status()).isEqualTo(204);
    assertThat(items(lea)).isEmpty();
    PageClient ada = person("ada", "admin");
    eventually("the audit has it", () -> audited(ada, "permission.end").size() == 1);
    assertThat(audited(ada, "permission.ask")).hasSize(2);
    assertThat(audited(ada, "permission.answer"))
        .containsExactly("lea request abcde of bot: Bash ls allow");
    assertThat(audited(ada, "permission.end"))
        .containsExactly("bot request fghij of bot: Bash rm withdrawn");
  }

  private static List<String> audited(PageClient admin, String action) {
    List<String> entries = new ArrayList<>();
    for (JsonNode entry : admin.get("/api/audit?action=" + action).json().path("items")) {
      entries.add(
          entry.path("actor").asString()
              + " "
              + entry.path("target").asString()
              + " "
              + entry.path("result").asString());
    }
    return entries;
  }

  @Test
  void stream_countsARequest_forThoseWhoMayAnswerAlone() throws Exception {
    PageClient mel = person("mel", "member");
    Queue<String> hers = mel.stream("");
    Queue<String> mine = lea.stream("");
    eventually("both are open", () -> !hers.isEmpty() && !mine.isEmpty());
    ask(bot, request("abcde", "ls"));
    eventually("it is counted", () -> mine.contains("data: {\"count\":1}"));
    assertThat(answer(lea, items(lea).get(0), "deny").status()).isEqualTo(204);
    eventually(
        "it is gone",
        () ->
            mine.stream()
                .filter(line -> line.startsWith("data: {\"count\":"))
                .reduce("", (earlier, later) -> later)
                .equals("data: {\"count\":0}"));
    assertThat(hers).doesNotContain("data: {\"count\":1}");
  }

  @Test
  void bridge_passesRequestAndAnswerOn() throws Exception {
    String token = maker.token("agent", "member", "default", "coder");
    try (BridgeClient client = BridgeClient.in(Map.of("PARLEY_TOKEN", token), server.mcp())) {
      assertThat(client.initialized().at("/result/capabilities/experimental").toString())
          .contains(CAPABILITY);
      client.notify(REQUEST, request("kmnop", "make"));
      eventually("it waits", () -> items(lea).size() == 1);
      assertThat(answer(lea, items(lea).get(0), "deny").status()).isEqualTo(204);
      eventually("it is answered", () -> !client.notified(ANSWER).isEmpty());
      assertThat(client.notified(ANSWER))
          .extracting(JsonNode::toString)
          .containsExactly("{\"request_id\":\"kmnop\",\"behavior\":\"deny\"}");
    }
  }
}

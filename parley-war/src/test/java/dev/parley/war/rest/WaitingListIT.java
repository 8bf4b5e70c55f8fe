package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.Eventually;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The list of what waits for a person, over REST: it is the same after a restart. */
class WaitingListIT {
  private static final String SESSION = "/api/sessions/run";

  @TempDir private Path data;
  private RunningServer server;
  private CredentialMaker maker;
  private RawMcp agent;
  private PageClient ann;

  @BeforeEach
  void begin() throws Exception {
    server = start();
    maker = CredentialMaker.of(server);
    ann = person("ann", "member");
    agent = agent();
  }

  @AfterEach
  void stop() {
    agent.close();
    server.close();
  }

  private RunningServer start() {
    return RunningServer.launch().data(data).with("--rate-limit", "off").start();
  }

  private PageClient person(String name, String role) throws Exception {
    return PageClient.loggedIn(
        server.base(), Map.of("token", maker.token("person", role, "default", name)));
  }

  private RawMcp agent() throws Exception {
    RawMcp client =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "member", "default", "bot"))
            .header("Parley-Session", "run")
            .begin();
    client.tool("start_session", "session_id", "run").accepted();
    return client;
  }

  private static List<JsonNode> items(PageClient person) {
    PageClient.Answer answer = person.get("/api/waiting");
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
    List<JsonNode> items = new ArrayList<>();
    answer.json().path("items").forEach(items::add);
    return items;
  }

  private static List<String> kinds(PageClient person) {
    return items(person).stream().map(item -> item.path("kind").asString()).toList();
  }

  private static String field(JsonNode item, String name) {
    return item.path(name).asString();
  }

  private static List<String> actions(JsonNode item) {
    List<String> actions = new ArrayList<>();
    item.path("actions").forEach(action -> actions.add(action.asString()));
    return actions;
  }

  private void does(String method, String path, Map<String, ?> fields, int status) {
    PageClient.Answer answer = ann.send(method, path, fields);
    assertThat(answer.status()).as(answer.raw().body()).isEqualTo(status);
  }

  private void ask(String content, String... to) {
    List<Object> given = new ArrayList<>(List.of("content", content));
    if (to.length > 0) {
      given.addAll(List.of("to", to[0]));
    }
    agent.tool("send_message", given.toArray()).accepted();
  }

  @Test
  void question_isAnswered_andAnotherDismissed() {
    ask("end:waiting | JSON or YAML?", "ann");
    JsonNode item = items(ann).get(0);
    assertThat(field(item, "kind")).isEqualTo("question");
    assertThat(field(item, "session")).isEqualTo("run");
    assertThat(field(item, "from")).isEqualTo("bot");
    assertThat(field(item, "text")).isEqualTo("JSON or YAML?");
    assertThat(actions(item)).containsExactly("answer", "dismiss");
    does("POST", SESSION + "/messages", Map.of("text", "YAML.", "to", "bot"), 201);
    assertThat(items(ann)).isEmpty();
    ask("end:waiting | And the date?", "ann");
    String id = field(items(ann).get(0), "id");
    does("POST", "/api/waiting/" + id + "/dismiss", Map.of(), 204);
    does("POST", "/api/waiting/" + id + "/dismiss", Map.of(), 204);
    assertThat(items(ann)).isEmpty();
    does("POST", "/api/waiting/message-none/dismiss", Map.of(), 404);
    does("POST", "/api/waiting/none/dismiss", Map.of(), 400);
  }

  @Test
  void eachKind_isThere_withWhatThePersonMayDo() throws Exception {
    everyKind();
    PageClient viewer = person("ann", "viewer");
    assertThat(kinds(ann))
        .containsExactlyInAnyOrder("question", "message", "mention", "mention", "review", "task");
    for (JsonNode item : items(ann)) {
      switch (field(item, "kind")) {
        case "review" ->
            assertThat(actions(item)).containsExactly("approve", "request_changes", "dismiss");
        case "task" -> assertThat(actions(item)).containsExactly("take", "dismiss");
        default -> assertThat(actions(item)).containsExactly("answer", "dismiss");
      }
    }
    assertThat(items(viewer)).hasSize(6);
    assertThat(items(viewer)).allMatch(item -> actions(item).equals(List.of("dismiss")));
    for (JsonNode item : items(ann)) {
      act(item);
    }
    assertThat(kinds(ann)).isEmpty();
  }

  private void everyKind() {
    ask("end:waiting | Who has the key?");
    RawMcp other = other();
    other.tool("send_message", "content", "The branch is ready.", "to", "ann").accepted();
    other.tool("send_message", "content", "Is that so, @ann?").accepted();
    other.tool("parley_post", "topic", "planning", "content", "@ann, look").accepted();
    String artifact =
        other
            .tool("post_artifact", "name", "plan.md", "type", "report", "content", "c")
            .accepted()
            .get("artifact_id");
    other.tool("request_review", "artifact_id", artifact, "reviewer", "ann").accepted();
    other.tool("create_task", "title", "Decide", "priority", "low", "assignee", "ann").accepted();
    other.close();
    Eventually.eventually("the mention of the room is there", () -> items(ann).size() == 6);
  }

  private RawMcp other() {
    try {
      RawMcp client =
          RawMcp.at(server.mcp())
              .header(
                  "Authorization", "Bearer " + maker.token("agent", "member", "default", "other"))
              .header("Parley-Session", "run")
              .begin();
      client.tool("start_session", "session_id", "run").accepted();
      return client;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Does what lets an item go, by the operations the page uses. */
  private void act(JsonNode item) {
    String subject = field(item, "subject");
    switch (field(item, "kind")) {
      case "review" ->
          does("POST", SESSION + "/reviews/" + subject, Map.of("verdict", "approved"), 200);
      case "task" ->
          does(
              "PATCH",
              SESSION + "/tasks/" + subject,
              Map.of("status", "in_progress", "assignee", "ann"),
              200);
      default -> {
        if (item.path("room").isNull()) {
          does(
              "POST",
              SESSION + "/messages",
              Map.of("text", "Yes.", "to", field(item, "from")),
              201);
        } else {
          does("POST", "/api/rooms/planning/messages", Map.of("text", "I look."), 201);
        }
      }
    }
  }

  @Test
  void list_isTheSame_afterARestart() throws Exception {
    everyKind();
    String dismissed = field(items(ann).get(0), "id");
    does("POST", "/api/waiting/" + dismissed + "/dismiss", Map.of(), 204);
    List<JsonNode> before = items(ann);
    assertThat(before).hasSize(5);
    agent.close();
    server.close();
    server = start();
    maker = CredentialMaker.of(server);
    ann = person("ann", "member");
    assertThat(items(ann)).isEqualTo(before);
    agent = agent();
  }

  @Test
  void stream_saysWhenTheListIsAnotherOne_toThePersonAlone() throws Exception {
    PageClient eve = person("eve", "member");
    Queue<String> mine = ann.stream("");
    Queue<String> hers = eve.stream("");
    ask("The branch is ready.", "ann");
    awaits(mine, 1);
    String id = field(items(ann).get(0), "id");
    does("POST", "/api/waiting/" + id + "/dismiss", Map.of(), 204);
    awaits(mine, 0);
    assertThat(hers).doesNotContain(counted(1));
  }

  private static String counted(int items) {
    return "data: {\"count\":" + items + "}";
  }

  /** Waits until the last count of the stream is this one. */
  private static void awaits(Queue<String> stream, int items) {
    Eventually.eventually(
        items + " are waiting",
        () ->
            stream.stream()
                .filter(line -> line.startsWith("data: {\"count\":"))
                .reduce("", (earlier, later) -> later)
                .equals(counted(items)));
  }

  @Test
  void strangers_areRefused() {
    assertThat(PageClient.stranger(server.base()).get("/api/waiting").status()).isEqualTo(401);
  }
}

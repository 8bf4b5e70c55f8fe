package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tasks with gates over MCP and REST: what closes them, and the words of each refusal. */
class GatesIT {
  private static final List<String> THREE =
      List.of("review:qa", "artifact:report.md", "hook:after_task");
  private static final String NEEDS_APPROVAL =
      "'review:qa' needs an approval by qa of the latest version of an artifact of this task or of"
          + " its gates";
  private static final String NEEDS_ARTIFACT =
      "'artifact:report.md' needs an artifact of that name";
  private static final String STAYS = ". The task stays as it is.";

  @TempDir static Path home;
  private static RunningServer server;
  private static CredentialMaker maker;
  private static RawMcp agents;
  private static int runs;
  private String run = "";

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off", "--home", home.toString(), "--hooks", "on");
    maker = CredentialMaker.of(server);
    agents =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "member", "default", "*"))
            .header("Parley-Agent", "alice")
            .begin();
  }

  @AfterAll
  static void stopServer() {
    agents.close();
    server.close();
  }

  /** A session with a builder, whose hook wants a file, and a tester. */
  @BeforeEach
  void startASession() throws Exception {
    run = "gates-" + ++runs;
    Files.writeString(
        home.resolve("session-agents-" + run + ".yml"),
        """
        agents:
          qa: {name: Qa, emoji: Q, tools: [submit_review], systemPrompt: Test.}
          carol: {extends: qa, name: Carol}
          bob:
            name: Bob
            emoji: B
            tools: [update_task]
            systemPrompt: Build.
            hooks: {after_task: "test -e %s"}
        """
            .formatted(built()));
    as("alice", "start_session", "session_id", run).accepted();
  }

  private Path built() {
    return home.resolve("built-" + run);
  }

  private static ToolAnswer as(String agent, String tool, Object... namesAndValues) {
    Object[] all = new Object[namesAndValues.length + 2];
    all[0] = "agent_id";
    all[1] = agent;
    System.arraycopy(namesAndValues, 0, all, 2, namesAndValues.length);
    return agents.tool(tool, all);
  }

  private static ToolAnswer create(List<String> gates) {
    return as("alice", "create_task", "title", "t", "priority", "low", "gates", gates);
  }

  private static ToolAnswer done(String agent, String task) {
    return as(agent, "update_task", "task_id", task, "status", "done");
  }

  private static String posted(String agent) {
    return as(agent, "post_artifact", "name", "report.md", "type", "report", "content", "c")
        .accepted()
        .get("artifact_id");
  }

  private static String asked(String artifact, String reviewer) {
    return as("bob", "request_review", "artifact_id", artifact, "reviewer", reviewer)
        .accepted()
        .get("review_id");
  }

  private static PageClient person(String role, String name) throws Exception {
    String token = maker.token("person", role, "default", name);
    return PageClient.loggedIn(server.base(), Map.of("token", token));
  }

  private String at(String path) {
    return "/api/sessions/" + run + path;
  }

  private static void gatesOpen(ToolAnswer refused, String error, String... open) {
    assertThat(refused.code()).isEqualTo("gates_open");
    assertThat(refused.get("error")).isEqualTo(error);
    assertThat(texts(refused.fields().path("open"))).containsExactly(open);
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }

  private static List<Boolean> passed(JsonNode task) {
    return task.path("gates").valueStream().map(gate -> gate.path("passed").asBoolean()).toList();
  }

  @Test
  void threeGates_overMcp_closeTheTaskOnlyWhenAllHold() throws Exception {
    String task = create(THREE).accepted().get("task_id");
    JsonNode row = as("bob", "get_all_tasks").accepted().fields().at("/tasks/0");
    assertThat(texts(row.path("gates"))).isEqualTo(THREE);
    as("bob", "claim_task", "task_id", task).accepted();
    gatesOpen(
        done("bob", task),
        "Open gates: " + NEEDS_APPROVAL + "; " + NEEDS_ARTIFACT + STAYS,
        "review:qa",
        "artifact:report.md");
    String artifact = posted("bob");
    gatesOpen(done("bob", task), "Open gates: " + NEEDS_APPROVAL + STAYS, "review:qa");
    as("carol", "submit_review", "review_id", asked(artifact, "carol"), "status", "approved")
        .accepted();
    ToolAnswer failed = done("bob", task);
    assertThat(failed.code()).isEqualTo("hook_failed");
    assertThat(failed.get("error")).isEqualTo("after_task hook failed (exit 1): ");
    Files.createFile(built());
    assertThat(done("bob", task).text()).isEqualTo("{\"success\":true}");
    JsonNode shown = person("viewer", "vic").get(at("/tasks/" + task)).json();
    assertThat(shown.path("status").asString()).isEqualTo("done");
    assertThat(passed(shown)).containsExactly(true, true, true);
  }

  @Test
  void hookGate_overMcp_withoutAHook_staysOpen() {
    String task = create(List.of("hook:after_task")).accepted().get("task_id");
    gatesOpen(
        done("alice", task),
        "Open gates: 'hook:after_task' needs a successful run of the assignee's hook after_task"
            + STAYS,
        "hook:after_task");
  }

  @Test
  void threeGates_overRest_closeTheTaskOnlyWhenAllHold_alsoForALead() throws Exception {
    PageClient lea = person("lead", "lea");
    Answer made =
        lea.send(
            "POST",
            at("/tasks"),
            Map.of(
                "title", "t",
                "assignee", "bob",
                "gates", List.of("review:lead", "artifact:report.md", "hook:after_task")));
    assertThat(made.status()).as(made.raw().body()).isEqualTo(201);
    String path = at("/tasks/" + made.json().path("id").asString());
    JsonNode first = made.json().path("gates").get(0);
    assertThat(first.path("kind").asString()).isEqualTo("review");
    assertThat(first.path("name").asString()).isEqualTo("lead");
    assertThat(first.path("condition").asString()).startsWith("an approval by lead of the latest");
    assertThat(passed(made.json())).containsExactly(false, false, false);
    assertThat(texts(made.json().path("mayBecome"))).containsExactly("in_progress");
    Answer early = lea.send("PATCH", path, Map.of("status", "done"));
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.json().path("code").asString()).isEqualTo("gates_open");
    assertThat(texts(early.json().path("open")))
        .containsExactly("review:lead", "artifact:report.md");
    assertThat(early.json().path("detail").asString())
        .isEqualTo(
            "Open gates: " + NEEDS_APPROVAL.replace("qa", "lead") + "; " + NEEDS_ARTIFACT + STAYS);
    String review = asked(posted("bob"), "carol");
    assertThat(passed(lea.get(path).json())).containsExactly(false, true, false);
    Map<String, String> approved = Map.of("verdict", "approved");
    assertThat(lea.send("POST", at("/reviews/" + review), approved).status()).isEqualTo(200);
    assertThat(passed(lea.get(path).json())).containsExactly(true, true, false);
    assertThat(texts(lea.get(path).json().path("mayBecome"))).contains("done");
    Answer failed = lea.send("PATCH", path, Map.of("status", "done"));
    assertThat(failed.json().path("code").asString()).isEqualTo("hook_failed");
    Files.createFile(built());
    Answer closed = lea.send("PATCH", path, Map.of("status", "done"));
    assertThat(closed.status()).as(closed.raw().body()).isEqualTo(200);
    assertThat(passed(closed.json())).containsExactly(true, true, true);
  }

  @Test
  void create_pastABound_isRefusedOnEachWay() throws Exception {
    PageClient mel = person("member", "mel");
    List<String> eight = IntStream.range(0, 8).mapToObj(i -> "artifact:a" + i).toList();
    List<String> nine = IntStream.range(0, 9).mapToObj(i -> "artifact:a" + i).toList();
    create(eight).accepted();
    assertThat(mel.send("POST", at("/tasks"), Map.of("title", "t", "gates", eight)).status())
        .isEqualTo(201);
    for (List<String> gates :
        List.of(
            nine,
            List.of("tests"),
            List.of("hook:before_task"),
            List.of("review:a b"),
            List.of("artifact:" + "a".repeat(257)))) {
      ToolAnswer refused = create(gates);
      assertThat(refused.code()).isEqualTo("invalid_argument");
      assertThat(refused.get("field")).isEqualTo("gates");
      Answer answer = mel.send("POST", at("/tasks"), Map.of("title", "t", "gates", gates));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.json().path("field").asString()).isEqualTo("gates");
    }
  }

  @Test
  void edit_isOfferedToTheCreatorAndALead_andRefusedToOthers() throws Exception {
    PageClient mel = person("member", "mel-e");
    PageClient lea = person("lead", "lea-e");
    String task = create(List.of()).accepted().get("task_id");
    as("bob", "claim_task", "task_id", task).accepted();
    String path = at("/tasks/" + task);
    assertThat(mel.get(path).json().path("mayEdit").asBoolean(true)).isFalse();
    Answer refused = mel.send("PATCH", path, Map.of("title", "x"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("detail").asString())
        .isEqualTo("permission denied: not the task creator");
    assertThat(lea.get(path).json().path("mayEdit").asBoolean()).isTrue();
    Answer edited =
        lea.send("PATCH", path, Map.of("title", "Wire it", "description", "d", "priority", "high"));
    assertThat(edited.status()).as(edited.raw().body()).isEqualTo(200);
    assertThat(edited.json().path("title").asString()).isEqualTo("Wire it");
    assertThat(edited.json().path("description").asString()).isEqualTo("d");
    assertThat(edited.json().path("priority").asString()).isEqualTo("high");
    assertThat(edited.json().path("status").asString()).isEqualTo("in_progress");
    assertThat(as("bob", "get_messages").text())
        .contains("lea-e changed the title, description and priority of task \\\"Wire it\\\".")
        .contains("task_edited");
    String own =
        mel.send("POST", at("/tasks"), Map.of("title", "mine")).json().path("id").asString();
    String ofMel = at("/tasks/" + own);
    assertThat(mel.get(ofMel).json().path("mayEdit").asBoolean()).isTrue();
    assertThat(mel.send("PATCH", ofMel, Map.of("title", "ours")).status()).isEqualTo(200);
    assertThat(mel.send("PATCH", ofMel, Map.of("status", "done")).status()).isEqualTo(200);
    assertThat(mel.get(ofMel).json().path("mayEdit").asBoolean(true)).isFalse();
    for (PageClient person : List.of(mel, lea)) {
      Answer late = person.send("PATCH", ofMel, Map.of("title", "late"));
      assertThat(late.status()).isEqualTo(409);
      assertThat(late.json().path("code").asString()).isEqualTo("invalid_transition");
      assertThat(late.json().path("detail").asString())
          .isEqualTo("a task that is 'done' cannot be edited; reopen it first");
    }
  }

  /** A lead is offered all that is allowed: each status offered is taken, each other is refused. */
  @Test
  void lead_reassignsReleasesCancelsAndReopens_asOffered() throws Exception {
    PageClient lea = person("lead", "lea-a");
    String task = create(List.of()).accepted().get("task_id");
    as("bob", "claim_task", "task_id", task).accepted();
    String path = at("/tasks/" + task);
    Answer released = lea.send("PATCH", path, Map.of("status", "todo"));
    assertThat(released.json().path("assignee").isNull()).isTrue();
    assertThat(as("bob", "renew_claim", "task_id", task).code()).isEqualTo("claim_lost");
    Answer reassigned = lea.send("PATCH", path, Map.of("assignee", "carol"));
    assertThat(reassigned.json().path("assignee").asString()).isEqualTo("carol");
    assertThat(lea.send("PATCH", path, Map.of("status", "done")).status())
        .as("closed without work")
        .isEqualTo(200);
    assertThat(texts(lea.get(path).json().path("mayBecome"))).containsExactly("todo", "in_review");
    assertThat(lea.send("PATCH", path, Map.of("status", "in_progress")).status()).isEqualTo(409);
    assertThat(lea.send("PATCH", path, Map.of("status", "todo")).status()).isEqualTo(200);
    for (int step = 0; step < 12; step++) {
      JsonNode shown = lea.get(path).json();
      List<String> offered = texts(shown.path("mayBecome"));
      for (String next : List.of("todo", "in_progress", "in_review", "done")) {
        boolean isNow = next.equals(shown.path("status").asString());
        if (!isNow && !offered.contains(next)) {
          assertThat(lea.send("PATCH", path, Map.of("status", next)).status()).isEqualTo(409);
        }
      }
      String next = offered.get(step % offered.size());
      assertThat(lea.send("PATCH", path, Map.of("status", next)).status()).isEqualTo(200);
    }
  }
}

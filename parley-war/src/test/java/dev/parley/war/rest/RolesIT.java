package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People in their roles: what a page may offer them, and what the server refuses the others. */
class RolesIT {
  private static RunningServer server;
  private static CredentialMaker maker;
  private static RawMcp agent;

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    maker = CredentialMaker.of(server);
    agent =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "member", "default", "*"))
            .header("Parley-Agent", "builder")
            .header("Parley-Session", "run")
            .begin();
    agent.tool("start_session", "session_id", "run").accepted();
  }

  @AfterAll
  static void stopServer() {
    agent.close();
    server.close();
  }

  private static PageClient person(String role, String name) throws Exception {
    String token = maker.token("person", role, "default", name);
    return PageClient.loggedIn(server.base(), Map.of("token", token));
  }

  private static List<String> may(PageClient person) {
    JsonNode may = person.get("/api/me").json().path("may");
    return may.valueStream().map(JsonNode::asString).toList();
  }

  private static String task() {
    return agent.tool("create_task", "title", "t", "priority", "low").accepted().get("task_id");
  }

  private static String in(String path) {
    return "/api/sessions/run" + path;
  }

  @Test
  void me_saysWhatTheRoleMayDo() throws Exception {
    assertThat(may(person("viewer", "vic"))).isEmpty();
    assertThat(may(person("member", "mel"))).containsExactly("talk", "work");
    assertThat(may(person("lead", "lea"))).containsExactly("talk", "work", "lead");
    assertThat(may(person("admin", "ada"))).containsExactly("talk", "work", "lead", "administer");
    assertThat(may(PageClient.stranger(server.base()))).isEmpty();
  }

  @Test
  void viewer_readsEverything_andWritesNothing() throws Exception {
    PageClient vic = person("viewer", "vic-r");
    String task = task();
    JsonNode shown = vic.get(in("/tasks/" + task)).json();
    assertThat(shown.path("title").asString()).isEqualTo("t");
    assertThat(shown.path("mayAssign").asBoolean(true)).isFalse();
    assertThat(shown.path("mayBecome").isEmpty()).isTrue();
    for (Answer refused :
        List.of(
            vic.send("PATCH", in("/tasks/" + task), Map.of("status", "done")),
            vic.send("POST", in("/tasks"), Map.of("title", "x")),
            vic.send("POST", in("/messages"), Map.of("text", "x")),
            vic.send("POST", "/api/rooms/r/messages", Map.of("text", "x")),
            vic.send("PUT", "/api/memory/project/sections?key=a", Map.of("content", "x")))) {
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.json().path("code").asString()).isEqualTo("permission_denied");
      assertThat(refused.json().path("detail").asString()).contains("member", "viewer");
    }
  }

  @Test
  void task_ofOthers_isChangedByALead_andNotByAMember() throws Exception {
    String task = task();
    agent.tool("claim_task", "task_id", task).accepted();
    PageClient mel = person("member", "mel-t");
    assertThat(mel.get(in("/tasks/" + task)).json().path("mayAssign").asBoolean(true)).isFalse();
    assertThat(mel.send("PATCH", in("/tasks/" + task), Map.of("status", "todo")).status())
        .isEqualTo(403);
    PageClient lea = person("lead", "lea-t");
    assertThat(lea.get(in("/tasks/" + task)).json().path("mayAssign").asBoolean()).isTrue();
    Answer released = lea.send("PATCH", in("/tasks/" + task), Map.of("status", "todo"));
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.json().path("status").asString()).isEqualTo("todo");
    assertThat(released.json().path("mayBecome").isEmpty()).isFalse();
  }

  @Test
  void review_ofAnother_isAnsweredByALead_andNotByAMember() throws Exception {
    String artifact =
        agent
            .tool("post_artifact", "name", "n", "type", "report", "content", "c")
            .accepted()
            .get("artifact_id");
    String review =
        agent
            .tool("request_review", "artifact_id", artifact, "reviewer", "tester")
            .accepted()
            .get("review_id");
    Map<String, String> verdict = Map.of("verdict", "approved");
    assertThat(person("member", "mel-r").send("POST", in("/reviews/" + review), verdict).status())
        .isEqualTo(403);
    Answer given = person("lead", "lea-r").send("POST", in("/reviews/" + review), verdict);
    assertThat(given.status()).isEqualTo(200);
    assertThat(given.json().path("status").asString()).isEqualTo("approved");
  }

  @Test
  void agent_withTheRoleOfALead_hasNoAuthorityOverOthers() throws Exception {
    String task = task();
    agent.tool("claim_task", "task_id", task).accepted();
    try (RawMcp boss =
        RawMcp.at(server.mcp())
            .header("Authorization", "Bearer " + maker.token("agent", "lead", "default", "boss"))
            .header("Parley-Session", "run")
            .begin()) {
      assertThat(boss.tool("update_task", "task_id", task, "status", "todo").code())
          .isEqualTo("permission_denied");
    }
  }
}

package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.Teammates;
import dev.parley.war.testing.ToolAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The tools of the set team but the board's: what each answers, and how each refuses. */
@ExtendWith(SharedServer.class)
class TeamToolsIT {
  private static final String DONE = "{\"success\":true}";

  @Test
  void session_isTheOneOfTheHeader_untilAnotherIsStarted(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      ToolAnswer info = team.as("alice", "get_server_info").accepted();
      assertThat(info.get("sessionId")).isEqualTo(team.session());
      assertThat(info.fields().get("port").asInt()).isEqualTo(server.port());
      assertThat(info.fields().get("instanceId").isNull()).isTrue();
      assertThat(info.fields().get("dashboardUrl").isNull())
          .isNotEqualTo(info.fields().get("dashboardAvailable").asBoolean());
      String next = team.session() + "-next";
      assertThat(team.as("alice", "start_session", "session_id", next).text())
          .isEqualTo("{\"success\":true,\"session_id\":\"" + next + "\"}");
      assertThat(team.as("alice", "get_server_info").get("sessionId")).isEqualTo(next);
      try (RawMcp nobody = RawMcp.at(server.mcp()).begin()) {
        assertThat(nobody.tool("get_server_info").get("sessionId")).isEqualTo(next);
      }
    }
  }

  @Test
  void session_goneBackTo_isAsItWas(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String task = team.task("stays");
      team.as("alice", "start_session", "session_id", team.session() + "-b").accepted();
      assertThat(team.as("alice", "get_all_tasks").fields().get("tasks")).isEmpty();
      team.as("alice", "start_session", "session_id", team.session()).accepted();
      assertThat(team.as("alice", "get_all_tasks").fields().at("/tasks/0/id").asString())
          .isEqualTo(task);
    }
  }

  @Test
  void message_toOneAndToAll_isReadByWhomItIsFor(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      ToolAnswer direct =
          team.as(
              "alice",
              "send_message",
              "to",
              "bob",
              "content",
              "only you",
              "thread_id",
              "t1",
              "metadata",
              Map.of("kind", "question"));
      JsonNode row = direct.accepted().fields().get("message");
      assertThat(row.propertyNames())
          .containsExactly(
              "id",
              "session_id",
              "from_agent",
              "verified",
              "to_agent",
              "content",
              "thread_id",
              "metadata",
              "created_at",
              "seq");
      assertThat(row.get("id").asString()).isEqualTo(direct.get("message_id"));
      assertThat(row.get("session_id").asString()).isEqualTo(team.session());
      assertThat(row.get("metadata").toString()).isEqualTo("{\"kind\":\"question\"}");
      assertThat(row.get("created_at").asLong())
          .isBetween(Instant.now().getEpochSecond() - 60, Instant.now().getEpochSecond() + 60);
      team.as("alice", "send_message", "content", "").accepted();
      team.as("bob", "send_message", "to", "bob", "content", "note to myself").accepted();

      assertThat(contents(far.as("bob", "get_messages")))
          .containsExactly("only you", "", "note to myself");
      assertThat(contents(far.as("carol", "get_messages"))).containsExactly("");
      assertThat(contents(far.as("alice", "get_messages"))).isEmpty();
      long seq = row.get("seq").asLong();
      assertThat(contents(far.as("bob", "get_messages", "after_seq", seq)))
          .containsExactly("", "note to myself");
      assertThat(contents(far.as("bob", "get_messages", "after_seq", seq + 0.0))).hasSize(2);
      assertThat(contents(far.as("bob", "get_messages", "after_seq", -5))).hasSize(3);
      assertThat(contents(far.as("bob", "get_messages", "after_seq", seq + 1_000))).isEmpty();
    }
  }

  @Test
  void message_underOneKey_isOne(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      Object[] said = {"content", "once", "idempotency_key", "k"};
      ToolAnswer first = team.as("alice", "send_message", said).accepted();
      assertThat(team.as("alice", "send_message", said).get("message_id"))
          .isEqualTo(first.get("message_id"));
      assertThat(contents(team.as("bob", "get_messages"))).containsExactly("once");
    }
  }

  @Test
  void message_onMcp_goesToTheSessionWithoutARoom(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      far.client().tool("send_message", "content", "from all tools").accepted();
      assertThat(contents(team.as("bob", "get_messages"))).containsExactly("from all tools");
      far.client().tool("join_room", "room", "both-forms").accepted();
      far.client().tool("send_message", "room", "both-forms", "body", "hi").accepted();
      ToolAnswer both =
          hiddenIn(
              far.client().tool("send_message", "room", "both-forms", "body", "x", "content", "y"));
      assertThat(both.code()).isEqualTo("invalid_argument");
      assertThat(hiddenIn(far.client().tool("send_message")).code()).isEqualTo("invalid_argument");
      assertThat(contents(team.as("bob", "get_messages"))).hasSize(1);
    }
  }

  @Test
  void artifact_ofManyVersions_isKeptVerbatim(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String content = "# é€🦦\n<b>\"x\"</b>\r\n";
      ToolAnswer first = post(team, "spec", content);
      assertThat(first.fields().get("version").asInt()).isEqualTo(1);
      ToolAnswer second = post(team, "spec", "newer");
      assertThat(second.fields().get("version").asInt()).isEqualTo(2);
      JsonNode latest = team.as("bob", "get_artifact", "name", "spec").fields().get("artifact");
      assertThat(latest.get("id").asString()).isEqualTo(second.get("artifact_id"));
      assertThat(latest.get("content").asString()).isEqualTo("newer");
      JsonNode old =
          team.as("bob", "get_artifact", "name", "spec", "version", 1).fields().get("artifact");
      assertThat(old.get("content").asString()).isEqualTo(content);
      assertThat(old.get("created_by").asString()).isEqualTo("alice");
      assertThat(old.get("type").asString()).isEqualTo("design");
      assertThat(old.get("task_id").isNull()).isTrue();
      assertThat(hiddenIn(team.as("bob", "get_artifact", "name", "none")).text())
          .startsWith("{\"success\":false,\"error\":\"artifact not found\",\"code\":\"not_found\"")
          .contains("\"artifact\":null");
      String key = post(team, "k", "1", "idempotency_key", "k").get("artifact_id");
      assertThat(post(team, "k", "1", "idempotency_key", "k").get("artifact_id")).isEqualTo(key);
    }
  }

  @Test
  void artifact_ofTheLongestContent_inAnyScript_comesBackWhole(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      for (String letter : List.of("x", "€", "\u0001")) {
        String content = letter.repeat(524_288);
        post(team, "long", content).accepted();
        assertThat(
                team.as("bob", "get_artifact", "name", "long")
                    .fields()
                    .at("/artifact/content")
                    .asString())
            .isEqualTo(content);
      }
    }
  }

  @Test
  void review_isAskedOfOneAndGivenOnce(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String artifact = post(team, "pr", "diff").get("artifact_id");
      ToolAnswer asked =
          team.as("alice", "request_review", "artifact_id", artifact, "reviewer", "bob");
      String review = asked.accepted().get("review_id");
      Object[] verdict = {"review_id", review, "status", "approved", "comments", "good"};
      ToolAnswer foreign = hiddenIn(team.as("alice", "submit_review", verdict));
      assertThat(foreign.code()).isEqualTo("permission_denied");
      assertThat(foreign.get("error")).isEqualTo("permission denied: not the assigned reviewer");
      assertThat(team.as("bob", "submit_review", verdict).text())
          .isEqualTo(
              "{\"success\":true,\"review\":{\"id\":\""
                  + review
                  + "\",\"status\":\"approved\",\"reviewer\":\"bob\",\"comments\":\"good\"}}");
      ToolAnswer again = hiddenIn(team.as("bob", "submit_review", verdict));
      assertThat(again.code()).isEqualTo("already_submitted");
      assertThat(again.get("error")).endsWith("status is approved");
      Object[] unknown = {"review_id", "none", "status", "approved"};
      assertThat(team.as("bob", "submit_review", unknown).get("error"))
          .isEqualTo("review not found");
      assertThat(
              team.as("bob", "request_review", "artifact_id", "none", "reviewer", "bob")
                  .get("error"))
          .isEqualTo("artifact not found");
    }
  }

  @Test
  void rows_ofOneSession_areNotFoundInAnother(RunningServer server) {
    try (Teammates here = Teammates.of(server);
        Teammates there = Teammates.of(server)) {
      String artifact = post(here, "spec", "1").get("artifact_id");
      String task = here.task("here");
      assertThat(there.as("bob", "get_artifact", "name", "spec").code()).isEqualTo("not_found");
      assertThat(there.as("bob", "request_review", "artifact_id", artifact, "reviewer", "x").code())
          .isEqualTo("not_found");
      assertThat(there.as("bob", "update_task", "task_id", task, "status", "done").code())
          .isEqualTo("not_found");
      assertThat(there.as("bob", "claim_task", "task_id", task).accepted().fields().get("claimed"))
          .asString()
          .isEqualTo("false");
      here.as("alice", "send_message", "content", "hi").accepted();
      assertThat(contents(there.as("bob", "get_messages"))).isEmpty();
    }
  }

  @Test
  void memory_ofAnAgent_isSectionsAndDatedEntries(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String owner = team.session();
      assertThat(team.client().tool("read_memory", "agent_id", owner).text())
          .isEqualTo("{\"success\":true,\"content\":null}");
      Object[] ways = {"agent_id", owner, "key", "Ways", "content", "small steps"};
      assertThat(team.client().tool("write_memory", ways).text()).isEqualTo(DONE);
      Object[] entry = {"agent_id", owner, "content", "learned"};
      assertThat(team.client().tool("append_memory", entry).text()).isEqualTo(DONE);
      Object[] other = {"agent_id", owner, "key", "Ways", "content", "large steps"};
      team.client().tool("write_memory", other).accepted();
      assertThat(team.client().tool("read_memory", "agent_id", owner).get("content"))
          .contains("## Ways\n", "large steps", "learned")
          .doesNotContain("small steps");
    }
  }

  @Test
  void memory_ofTheProject_isItsOwn(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String key = "About " + team.session();
      team.client().tool("write_memory", "key", key, "content", "a bus").accepted();
      assertThat(team.client().tool("read_memory").get("content")).contains("## " + key, "a bus");
      JsonNode unwritten =
          team.client().tool("read_memory", "agent_id", "nobody-wrote").fields().get("content");
      assertThat(unwritten.isNull()).isTrue();
    }
  }

  @Test
  void summary_isKeptVerbatim_andListedNewestFirst(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String one = team.session() + "-1";
      String two = team.session() + "-2";
      for (String id : List.of(one, two)) {
        assertThat(
                team.as("alice", "save_session_summary", "session_id", id, "summary", "# " + id)
                    .text())
            .isEqualTo(DONE);
      }
      assertThat(team.as("bob", "get_session_summary", "session_id", one).text())
          .isEqualTo("{\"success\":true,\"summary\":\"# " + one + "\"}");
      List<String> listed =
          Teamwork.texts(team.as("bob", "list_sessions").fields().get("sessions"));
      assertThat(listed).contains(one, two);
      assertThat(listed.indexOf(two)).isLessThan(listed.indexOf(one));
      ToolAnswer none = hiddenIn(team.as("bob", "get_session_summary", "session_id", "none"));
      assertThat(none.code()).isEqualTo("not_found");
      assertThat(none.get("error")).isEqualTo("session not found");
    }
  }

  @Test
  void state_isTheSessions(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      assertThat(team.as("alice", "get_orchestrator_state").text())
          .isEqualTo("{\"success\":true,\"state\":null}");
      assertThat(team.as("alice", "save_orchestrator_state", "state", "{not JSON").text())
          .isEqualTo(DONE);
      team.as("alice", "save_orchestrator_state", "state", "second").accepted();
      assertThat(far.as("bob", "get_orchestrator_state").get("state")).isEqualTo("second");
    }
  }

  @Test
  void agents_withoutFiles_areNobody_orASentenceToActOn(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      assertThat(team.as("alice", "list_agents").text())
          .isEqualTo("{\"success\":true,\"agents\":[]}");
      assertThat(team.as("alice", "list_agents", "session_id", null).accepted()).isNotNull();
      for (ToolAnswer answer :
          List.of(
              team.as("alice", "list_agents", "session_id", "none"),
              team.as("alice", "list_pool_agents"))) {
        assertThat(hiddenIn(answer).code()).isEqualTo("team_unusable");
        assertThat(answer.text()).doesNotContain(server.data().toString());
      }
      assertThat(team.as("alice", "broadcast_thinking", "content", "hm").text()).isEqualTo(DONE);
    }
  }

  private static ToolAnswer post(Teammates team, String name, String content, Object... more) {
    Object[] all = new Object[more.length + 6];
    System.arraycopy(
        new Object[] {"name", name, "type", "design", "content", content}, 0, all, 0, 6);
    System.arraycopy(more, 0, all, 6, more.length);
    return team.as("alice", "post_artifact", all).accepted();
  }

  private static List<String> contents(ToolAnswer answer) {
    return Teamwork.texts(answer.accepted().fields().get("messages"), "content");
  }
}

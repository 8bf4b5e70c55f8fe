package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.team.Persona;
import dev.parley.team.TaskHooks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every result of the tools of the board, field by field. */
class TeamAnswersTest {
  private static final String MESSAGE =
      "{\"id\":\"01HX0000000000000000000001\",\"session_id\":\"fake\",\"from_agent\":\"alice\","
          + "\"verified\":true,\"to_agent\":%s,\"content\":\"hi\",\"thread_id\":%s,\"metadata\":%s,"
          + "\"created_at\":1769851800,\"seq\":1}";
  private static final String TASK =
      "{\"id\":\"task-1\",\"session_id\":\"fake\",\"title\":\"Build\",%s\"assignee\":%s,"
          + "\"status\":\"%s\",\"priority\":\"high\",\"created_by\":\"alice\",\"depends_on\":[],"
          + "\"external_id\":null,\"parent_task_id\":null,\"depth\":0,\"derived_reason\":null,"
          + "\"created_at\":1769851800,\"updated_at\":1769851800,\"lease_until\":%s,"
          + "\"fencing_token\":%s}";

  private final FakeBoard board = new FakeBoard();

  @Test
  void serverInfo_withoutAPage_saysSo() {
    assertThat(call("get_server_info").text())
        .isEqualTo(
            "{\"success\":true,\"dashboardUrl\":null,\"dashboardAvailable\":false,\"port\":null,"
                + "\"sessionId\":\"fake\",\"instanceId\":null}");
  }

  @Test
  void start_namesTheSession() {
    assertThat(call("start_session", "session_id", "next").text())
        .isEqualTo("{\"success\":true,\"session_id\":\"next\"}");
    assertThat(call("get_server_info").get("sessionId")).isEqualTo("next");
  }

  @Test
  void send_toAll_hasNulls() {
    String row = MESSAGE.formatted("null", "null", "null");
    assertThat(call("send_message", "agent_id", "alice", "content", "hi").text())
        .isEqualTo(
            "{\"success\":true,\"message_id\":\"01HX0000000000000000000001\",\"message\":"
                + row
                + "}");
    assertThat(call("get_messages", "agent_id", "bob").text())
        .isEqualTo("{\"success\":true,\"messages\":[" + row + "]}");
    assertThat(call("get_messages", "agent_id", "bob", "after_seq", 1.0).text())
        .isEqualTo("{\"success\":true,\"messages\":[]}");
    assertThat(call("get_messages", "agent_id", "alice").text())
        .isEqualTo("{\"success\":true,\"messages\":[]}");
  }

  @Test
  void send_toOne_keepsThreadAndMetadata() {
    Called sent =
        call(
            "send_message",
            "agent_id",
            "alice",
            "to",
            "bob",
            "content",
            "hi",
            "thread_id",
            "t-1",
            "metadata",
            Map.of("kind", "question"));
    assertThat(sent.fields().get("message").toString())
        .isEqualTo(MESSAGE.formatted("\"bob\"", "\"t-1\"", "{\"kind\":\"question\"}"));
  }

  @Test
  void send_withNulls_isAsWithout() {
    Called sent =
        call("send_message", "agent_id", null, "to", null, "content", "hi", "thread_id", null);
    assertThat(sent.accepted().fields().at("/message/from_agent").asString()).isEqualTo("conn");
    assertThat(sent.fields().at("/message/verified").asBoolean(true)).isFalse();
    assertThat(sent.fields().at("/message/to_agent").isNull()).isTrue();
  }

  @Test
  void task_fromBoardToHand_isTheWholeRow() {
    Called made =
        call(
            "create_task",
            "agent_id",
            "alice",
            "title",
            "Build",
            "description",
            "all of it",
            "priority",
            "high");
    assertThat(made.text()).isEqualTo("{\"success\":true,\"task_id\":\"task-1\"}");
    assertThat(call("get_all_tasks").text())
        .isEqualTo(tasks(TASK.formatted("", "null", "todo", "null", "null")));
    assertThat(call("claim_task", "agent_id", "bob", "task_id", "task-1").text())
        .isEqualTo(
            "{\"success\":true,\"claimed\":true,\"lease_until\":\"2026-01-31T09:45:00.123Z\","
                + "\"fencing_token\":1}");
    assertThat(call("get_all_tasks", "include_description", true, "status", "in_progress").text())
        .isEqualTo(
            tasks(
                TASK.formatted(
                    "\"description\":\"all of it\",",
                    "\"bob\"",
                    "in_progress",
                    "\"2026-01-31T09:45:00.123Z\"",
                    "1")));
    assertThat(call("get_all_tasks", "assignee", "carol").text()).isEqualTo(tasks(""));
  }

  @Test
  void task_ofAnother_hasItsParentReasonKeyAndDependencies() {
    call("create_task", "title", "a", "priority", "low").accepted();
    call(
            "create_task",
            "title",
            "b",
            "priority",
            "low",
            "depends_on",
            List.of("task-1", "task-1"),
            "idempotency_key",
            "key",
            "parent_task_id",
            "task-1",
            "derived_reason",
            "found on the way")
        .accepted();
    var row = call("get_all_tasks").fields().at("/tasks/1");
    assertThat(row.get("depends_on").toString()).isEqualTo("[\"task-1\"]");
    assertThat(row.get("external_id").asString()).isEqualTo("key");
    assertThat(row.get("parent_task_id").asString()).isEqualTo("task-1");
    assertThat(row.get("derived_reason").asString()).isEqualTo("found on the way");
    assertThat(row.get("depth").asInt()).isEqualTo(1);
    assertThat(
            call("create_task", "title", "c", "priority", "low", "idempotency_key", "key").text())
        .isEqualTo("{\"success\":true,\"task_id\":\"task-2\"}");
  }

  @Test
  void task_withGates_hasThemInItsRow_andOneWithoutHasNoField() {
    List<String> gates = List.of("review:qa", "artifact:a: b.md", "hook:after_task");
    call("create_task", "title", "a", "priority", "low", "gates", gates).accepted();
    call("create_task", "title", "b", "priority", "low", "gates", List.of()).accepted();
    var rows = call("get_all_tasks").fields().at("/tasks");
    assertThat(rows.get(0).get("gates").toString())
        .isEqualTo("[\"review:qa\",\"artifact:a: b.md\",\"hook:after_task\"]");
    assertThat(rows.get(1).has("gates")).isFalse();
    assertThat(call("create_task", "title", "c", "priority", "low", "gates", List.of("x")).text())
        .contains("\"field\":\"gates\"");
  }

  @Test
  void claim_thatIsLost_isNoRefusal() {
    call("create_task", "title", "a", "priority", "low").accepted();
    call("claim_task", "agent_id", "bob", "task_id", "task-1").accepted();
    assertThat(call("claim_task", "agent_id", "carol", "task_id", "task-1").accepted().text())
        .isEqualTo(
            "{\"success\":true,\"claimed\":false,\"reason\":\"it is claimed\","
                + "\"claimedBy\":\"bob\"}");
    assertThat(call("claim_task", "task_id", "task-9").accepted().text())
        .isEqualTo("{\"success\":true,\"claimed\":false,\"reason\":\"no such task\"}");
  }

  @Test
  void update_saysNoMoreThanItsRefusals() {
    call("create_task", "title", "fails its hook", "priority", "low").accepted();
    call("create_task", "title", "b", "priority", "low").accepted();
    assertThat(call("update_task", "task_id", "task-2", "status", "done").text())
        .isEqualTo("{\"success\":true}");
    assertThat(call("update_task", "task_id", "task-2", "assignee", "bob").text())
        .isEqualTo("{\"success\":true}");
    Called hook = call("update_task", "task_id", "task-1", "status", "done");
    assertThat(hook.code()).isEqualTo("hook_failed");
    assertThat(hook.fields().get("hook_failed").asBoolean()).isTrue();
    assertThat(hook.get("error")).isEqualTo("after_task hook failed (exit 2): no rule");
    Called nothing = call("update_task", "task_id", "task-2");
    assertThat(nothing.code()).isEqualTo("invalid_argument");
    assertThat(nothing.get("error")).isEqualTo("No valid fields to update");
    assertThat(call("update_task", "task_id", "none", "status", "done").text())
        .isEqualTo(
            "{\"success\":false,\"error\":\"task not found\",\"code\":\"not_found\","
                + "\"what\":\"task\"}");
  }

  @Test
  void artifact_ofTwoVersions_isTheLatestOrTheOneNamed() {
    String one = "post_artifact";
    assertThat(
            call(one, "agent_id", "alice", "name", "spec", "type", "design", "content", "1").text())
        .isEqualTo("{\"success\":true,\"artifact_id\":\"artifact-1\",\"version\":1}");
    call(one, "name", "spec", "type", "design", "content", "2", "task_id", "task-7").accepted();
    assertThat(call("get_artifact", "name", "spec", "version", 1).text())
        .isEqualTo(
            "{\"success\":true,\"artifact\":{\"id\":\"artifact-1\",\"session_id\":\"fake\","
                + "\"name\":\"spec\",\"type\":\"design\",\"content\":\"1\","
                + "\"created_by\":\"alice\",\"task_id\":null,\"created_at\":1769851800,"
                + "\"version\":1}}");
    var latest = call("get_artifact", "name", "spec").fields().get("artifact");
    assertThat(latest.get("content").asString()).isEqualTo("2");
    assertThat(latest.get("task_id").asString()).isEqualTo("task-7");
    String miss =
        "{\"success\":false,\"error\":\"artifact not found\",\"code\":\"not_found\","
            + "\"artifact\":null,\"what\":\"artifact\"}";
    assertThat(call("get_artifact", "name", "other").text()).isEqualTo(miss);
    assertThat(call("get_artifact", "name", "spec", "version", 3).text()).isEqualTo(miss);
    assertThat(call("get_artifact", "name", "spec", "version", 9_000_000_000L).text())
        .isEqualTo(miss);
  }

  @Test
  void review_isAskedAndGivenOnce() {
    call("post_artifact", "name", "spec", "type", "pr", "content", "1").accepted();
    assertThat(call("request_review", "artifact_id", "artifact-1", "reviewer", "bob").text())
        .isEqualTo("{\"success\":true,\"review_id\":\"review-1\"}");
    assertThat(
            call(
                    "request_review",
                    "artifact_id",
                    "artifact-1",
                    "reviewer",
                    "bob",
                    "idempotency_key",
                    "k")
                .get("review_id"))
        .isEqualTo("k");
    Called foreign = call("submit_review", "review_id", "review-1", "status", "approved");
    assertThat(foreign.code()).isEqualTo("permission_denied");
    assertThat(foreign.get("error")).isEqualTo("permission denied: not the assigned reviewer");
    Object[] verdict = {"agent_id", "bob", "review_id", "review-1", "status", "changes_requested"};
    assertThat(call("submit_review", verdict).text())
        .isEqualTo(
            "{\"success\":true,\"review\":{\"id\":\"review-1\",\"status\":\"changes_requested\","
                + "\"reviewer\":\"bob\",\"comments\":null}}");
    assertThat(call("submit_review", verdict).code()).isEqualTo("already_submitted");
    assertThat(call("submit_review", "review_id", "none", "status", "approved").get("error"))
        .isEqualTo("review not found");
    assertThat(call("request_review", "artifact_id", "none", "reviewer", "bob").get("error"))
        .isEqualTo("artifact not found");
  }

  @Test
  void reviews_areListedWithTheirVerdicts_asTheFilterSays_inPages() {
    call("post_artifact", "name", "spec", "type", "pr", "content", "1").accepted();
    call("request_review", "artifact_id", "artifact-1", "reviewer", "bob").accepted();
    call("request_review", "artifact_id", "artifact-1", "reviewer", "carol").accepted();
    Object[] verdict = {
      "agent_id", "bob", "review_id", "review-1", "status", "approved", "comments", "good"
    };
    call("submit_review", verdict).accepted();
    String first =
        "{\"id\":\"review-1\",\"artifact_id\":\"artifact-1\",\"name\":\"spec\",\"version\":1,"
            + "\"status\":\"approved\",\"reviewer\":\"bob\",\"requester\":\"conn\","
            + "\"comments\":\"good\",\"created_at\":"
            + FakeBoard.NOW.getEpochSecond()
            + ",\"updated_at\":"
            + FakeBoard.NOW.getEpochSecond()
            + "}";
    assertThat(call("get_reviews", "limit", 1).text())
        .isEqualTo(
            "{\"success\":true,\"reviews\":["
                + first
                + "],\"truncated\":true,\"next_after\":\"review-1\"}");
    assertThat(call("get_reviews", "reviewer", "bob").text())
        .isEqualTo("{\"success\":true,\"reviews\":[" + first + "]}");
    assertThat(reviews("after", "review-1")).containsExactly("review-2");
    assertThat(reviews("status", "pending")).containsExactly("review-2");
    assertThat(reviews("requester", "conn")).containsExactly("review-1", "review-2");
    assertThat(reviews("requester", "bob")).isEmpty();
    assertThat(reviews("artifact_id", "artifact-1")).hasSize(2);
    assertThat(reviews("artifact_id", "artifact-2")).isEmpty();
  }

  private List<String> reviews(Object... filter) {
    return call("get_reviews", filter).accepted().fields().get("reviews").findValuesAsString("id");
  }

  @Test
  void memory_isTheProjectsOrAnAgents() {
    assertThat(call("read_memory").text()).isEqualTo("{\"success\":true,\"content\":null}");
    assertThat(call("write_memory", "key", "Ways", "content", "small steps").text())
        .isEqualTo("{\"success\":true}");
    assertThat(call("read_memory").get("content")).isEqualTo("## Ways\n\nsmall steps\n");
    assertThat(call("read_memory", "agent_id", "bob").fields().get("content").isNull()).isTrue();
    call("append_memory", "agent_id", "bob", "content", "learned").accepted();
    assertThat(call("read_memory", "agent_id", "bob").get("content")).isEqualTo("learned");
    call("write_memory", "agent_id", "bob", "key", "Own", "content", "mine").accepted();
    assertThat(call("read_memory", "agent_id", "bob").get("content")).isEqualTo("## Own\n\nmine\n");
    assertThat(call("read_memory", "agent_id", "a b").text())
        .startsWith("{\"success\":false,")
        .contains("\"content\":null", "\"field\":\"agent_id\"");
  }

  @Test
  void summaries_areKeptAndListed() {
    assertThat(call("list_sessions").text()).isEqualTo("{\"success\":true,\"sessions\":[]}");
    assertThat(call("get_session_summary", "session_id", "s").get("error"))
        .isEqualTo("session not found");
    assertThat(call("save_session_summary", "session_id", "s", "summary", "# done").text())
        .isEqualTo("{\"success\":true}");
    assertThat(call("list_sessions").text()).isEqualTo("{\"success\":true,\"sessions\":[\"s\"]}");
    assertThat(call("get_session_summary", "session_id", "s").text())
        .isEqualTo("{\"success\":true,\"summary\":\"# done\"}");
  }

  @Test
  void state_comesBackAsItWas() {
    assertThat(call("get_orchestrator_state").text())
        .isEqualTo("{\"success\":true,\"state\":null}");
    assertThat(call("save_orchestrator_state", "state", "not JSON").text())
        .isEqualTo("{\"success\":true}");
    assertThat(call("get_orchestrator_state").text())
        .isEqualTo("{\"success\":true,\"state\":\"not JSON\"}");
  }

  @Test
  void thought_isTheCallers() {
    assertThat(call("broadcast_thinking", "agent_id", "alice", "content", "hm").text())
        .isEqualTo("{\"success\":true}");
    assertThat(board.thoughts).containsExactly("alice: hm");
  }

  @Test
  void agents_areTheTeamWithPrompts_thePoolWithout() {
    assertThat(call("list_agents").text()).isEqualTo("{\"success\":true,\"agents\":[]}");
    Called unusable = call("list_pool_agents");
    assertThat(unusable.code()).isEqualTo("team_unusable");
    assertThat(unusable.fields().get("line").asInt()).isEqualTo(3);
    board.personas.add(persona(Optional.empty()));
    board.personas.add(persona(Optional.of("Dutch")));
    String first =
        "{\"id\":\"fe\",\"name\":\"Front\",\"emoji\":\"F\",\"description\":null,"
            + "\"tools\":[\"claim_task\"],\"systemPrompt\":\"You build.\"}";
    assertThat(call("list_agents", "session_id", "s").text())
        .startsWith("{\"success\":true,\"agents\":[" + first + ",")
        .endsWith("\"systemPrompt\":\"You build.\",\"language\":\"Dutch\"}]}");
    assertThat(call("list_pool_agents").fields().at("/agents/0").toString())
        .isEqualTo(
            "{\"id\":\"fe\",\"name\":\"Front\",\"emoji\":\"F\",\"description\":null,"
                + "\"tags\":[\"web\"],\"tools\":[\"claim_task\"],\"validate_prompt\":null,"
                + "\"review_checklist\":null,\"language\":null}");
  }

  private static Persona persona(Optional<String> language) {
    return new Persona(
        new AgentId("fe"),
        "Front",
        "F",
        Optional.empty(),
        List.of("web"),
        List.of("claim_task"),
        "You build.",
        language,
        Optional.empty(),
        TaskHooks.NONE,
        Optional.empty(),
        Optional.empty());
  }

  private static String tasks(String rows) {
    return "{\"success\":true,\"tasks\":[" + rows + "]}";
  }

  private Called call(String tool, Object... namesAndValues) {
    return Called.tool(Called.setOf(tool), board, tool, namesAndValues);
  }
}

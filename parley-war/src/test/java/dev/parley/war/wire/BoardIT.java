package dev.parley.war.wire;

import static dev.parley.war.wire.Insides.hiddenIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.Teammates;
import dev.parley.war.testing.ToolAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Tasks and claims over the wire. */
@ExtendWith(SharedServer.class)
class BoardIT {

  @Test
  void task_isTheWholeRow(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String first = team.task("first");
      String second =
          team.task(
              "second",
              "description",
              "about",
              "assignee",
              "bob",
              "depends_on",
              List.of(first),
              "idempotency_key",
              "k",
              "parent_task_id",
              first,
              "derived_reason",
              "found");
      JsonNode row =
          team.as("carol", "get_all_tasks", "include_description", true).fields().at("/tasks/1");
      assertThat(row.propertyNames())
          .containsExactly(
              "id",
              "session_id",
              "title",
              "description",
              "assignee",
              "status",
              "priority",
              "created_by",
              "depends_on",
              "external_id",
              "parent_task_id",
              "depth",
              "derived_reason",
              "created_at",
              "updated_at",
              "lease_until",
              "fencing_token");
      assertThat(row.get("id").asString()).isEqualTo(second);
      assertThat(row.get("session_id").asString()).isEqualTo(team.session());
      assertThat(row.get("description").asString()).isEqualTo("about");
      assertThat(row.get("assignee").asString()).isEqualTo("bob");
      assertThat(row.get("status").asString()).isEqualTo("todo");
      assertThat(row.get("created_by").asString()).isEqualTo("alice");
      assertThat(Teamwork.texts(row.get("depends_on"))).containsExactly(first);
      assertThat(row.get("external_id").asString()).isEqualTo("k");
      assertThat(row.get("parent_task_id").asString()).isEqualTo(first);
      assertThat(row.get("depth").asInt()).isEqualTo(1);
      assertThat(row.get("lease_until").isNull()).isTrue();
      assertThat(row.get("created_at").asLong())
          .isCloseTo(Instant.now().getEpochSecond(), offset(60L));
      JsonNode brief = team.as("carol", "get_all_tasks").fields().at("/tasks/0");
      assertThat(brief.has("description")).isFalse();
      ToolAnswer reused = create(team, "idempotency_key", "k");
      assertThat(reused.code()).isEqualTo("key_reused");
      assertThat(reused.get("id")).isEqualTo(second);
      assertThat(Teamwork.texts(tasks(team, "assignee", "bob"), "id")).containsExactly(second);
      assertThat(tasks(team, "assignee", "bob", "status", "done")).isEmpty();
    }
  }

  @Test
  void create_thatCannotBe_saysWhy(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      ToolAnswer unknown = create(team, "depends_on", List.of("a", "b"));
      assertThat(unknown.code()).isEqualTo("unknown_dependency");
      assertThat(unknown.get("error")).isEqualTo("depends_on contains unknown task IDs: a, b");
      assertThat(unknown.fields().get("unknown").toString()).isEqualTo("[\"a\",\"b\"]");
      ToolAnswer parentless = create(team, "parent_task_id", "none");
      assertThat(parentless.code()).isEqualTo("not_found");
      assertThat(parentless.get("error")).isEqualTo("parent task not found");
      String root = team.task("root");
      String child = team.task("child", "parent_task_id", root);
      ToolAnswer deep = create(team, "parent_task_id", child);
      assertThat(deep.code()).isEqualTo("derivation_limit");
      assertThat(deep.get("error")).isEqualTo("max derived task depth exceeded (1)");
      team.task("child 2", "parent_task_id", root);
      team.task("child 3", "parent_task_id", root);
      ToolAnswer fourth = create(team, "parent_task_id", root);
      assertThat(fourth.get("error")).isEqualTo("max derived siblings exceeded (3)");
      assertThat(fourth.fields().get("limit").asInt()).isEqualTo(3);
    }
  }

  @Test
  void claim_ofOneTask_byManyAtOnce_oneWins(RunningServer server) throws Exception {
    int count = 8;
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try (Teammates team = Teammates.of(server)) {
      String task = team.task("wanted");
      List<Callable<ToolAnswer>> claims = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Teammates far = team.elsewhere(server);
        String agent = "agent-" + i;
        claims.add(() -> far.as(agent, "claim_task", "task_id", task).accepted());
      }
      int won = 0;
      for (Future<ToolAnswer> claim : threads.invokeAll(claims)) {
        won += claim.get().fields().get("claimed").asBoolean() ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void claim_thatIsLost_saysWhyAndWhoHasIt(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String first = team.task("first");
      String second = team.task("second", "depends_on", List.of(first));
      String bobs = team.task("bob's", "assignee", "bob");
      ToolAnswer waits = team.as("carol", "claim_task", "task_id", second).accepted();
      assertThat(waits.fields().get("claimed").asBoolean()).isFalse();
      assertThat(waits.get("reason")).contains("Unmet dependencies", first);
      ToolAnswer won = team.as("bob", "claim_task", "task_id", first).accepted();
      assertThat(won.fields().get("claimed").asBoolean()).isTrue();
      assertThat(won.get("lease_until"))
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
      assertThat(won.fields().get("fencing_token").isIntegralNumber()).isTrue();
      ToolAnswer lost = team.as("carol", "claim_task", "task_id", first).accepted();
      assertThat(lost.get("claimedBy")).isEqualTo("bob");
      assertThat(lost.get("reason")).isNotBlank();
      ToolAnswer foreign = team.as("carol", "claim_task", "task_id", bobs).accepted();
      assertThat(foreign.fields().get("claimed").asBoolean()).isFalse();
      ToolAnswer none = team.as("carol", "claim_task", "task_id", "none").accepted();
      assertThat(none.fields().get("claimed").asBoolean()).isFalse();
    }
  }

  @Test
  void update_thatMayNotBe_saysWhy(RunningServer server) {
    try (Teammates team = Teammates.of(server)) {
      String task = team.task("mine", "assignee", "alice");
      ToolAnswer nothing = hiddenIn(team.as("alice", "update_task", "task_id", task));
      assertThat(nothing.code()).isEqualTo("invalid_argument");
      assertThat(nothing.get("error")).isEqualTo("No valid fields to update");
      ToolAnswer none = update(team, "alice", "none", "done");
      assertThat(none.get("error")).isEqualTo("task not found");
      ToolAnswer foreign = update(team, "bob", task, "done");
      assertThat(foreign.code()).isEqualTo("permission_denied");
      assertThat(foreign.get("error"))
          .isEqualTo("permission denied: not the task assignee or creator");
      assertThat(update(team, "alice", task, "in_review").code()).isEqualTo("invalid_transition");
      assertThat(update(team, "alice", task, "done").text()).isEqualTo("{\"success\":true}");
      ToolAnswer back = update(team, "alice", task, "in_progress");
      assertThat(back.code()).isEqualTo("invalid_transition");
      assertThat(back.fields().get("possible").toString()).isEqualTo("[\"todo\",\"in_review\"]");
      String first = team.task("first");
      String second = team.task("second", "depends_on", List.of(first));
      ToolAnswer early = update(team, "alice", second, "done");
      assertThat(early.code()).isEqualTo("dependencies_open");
      assertThat(early.fields().get("open").toString()).isEqualTo("[\"" + first + "\"]");
    }
  }

  @Test
  void write_underALostClaim_isRefused(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      String task = team.task("fenced");
      int token = token(far.as("bob", "claim_task", "task_id", task));
      assertThat(token(far.as("bob", "renew_claim", "task_id", task, "fencing_token", token)))
          .isEqualTo(token);
      assertThat(far.as("bob", "release_claim", "task_id", task).text())
          .isEqualTo("{\"success\":true}");
      int later = token(far.as("carol", "claim_task", "task_id", task));
      assertThat(later).isGreaterThan(token);
      Object[] stale = {"task_id", task, "status", "done", "fencing_token", token};
      assertThat(hiddenIn(far.as("bob", "update_task", stale)).code())
          .isIn("claim_lost", "permission_denied");
      assertThat(hiddenIn(far.as("alice", "update_task", stale)).code()).isEqualTo("claim_lost");
      Object[] posted = {
        "name", "n", "type", "pr", "content", "c", "task_id", task, "fencing_token", token
      };
      assertThat(hiddenIn(far.as("bob", "post_artifact", posted)).code()).isEqualTo("claim_lost");
      assertThat(hiddenIn(far.as("bob", "renew_claim", "task_id", task)).code())
          .isEqualTo("claim_lost");
      assertThat(hiddenIn(far.as("bob", "release_claim", "task_id", "none")).code())
          .isEqualTo("not_found");
      Object[] current = {"task_id", task, "status", "done", "fencing_token", later};
      far.as("carol", "update_task", current).accepted();
    }
  }

  @Test
  void next_isTheMostUrgentThatIsFree(RunningServer server) {
    try (Teammates team = Teammates.of(server);
        Teammates far = team.elsewhere(server)) {
      String usual = team.task("usual");
      String waits = team.task("waits", "depends_on", List.of(usual), "priority", "critical");
      team.task("bob's", "assignee", "bob", "priority", "critical");
      String high = team.task("high", "priority", "high");
      assertThat(far.as("carol", "claim_next_task").fields().at("/task/id").asString())
          .isEqualTo(high);
      assertThat(far.as("carol", "claim_next_task").fields().at("/task/id").asString())
          .isEqualTo(usual);
      ToolAnswer none = far.as("carol", "claim_next_task").accepted();
      assertThat(none.fields().get("claimed").asBoolean()).isFalse();
      assertThat(none.fields().get("task").isNull()).isTrue();
      update(team, "alice", usual, "done").accepted();
      assertThat(far.as("carol", "claim_next_task").fields().at("/task/id").asString())
          .isEqualTo(waits);
    }
  }

  private static int token(ToolAnswer answer) {
    return answer.accepted().fields().get("fencing_token").asInt();
  }

  private static JsonNode tasks(Teammates team, Object... namesAndValues) {
    return team.as("carol", "get_all_tasks", namesAndValues).accepted().fields().get("tasks");
  }

  private static ToolAnswer create(Teammates team, String name, Object value) {
    Object[] all = {"title", "t", "priority", "low", name, value};
    return hiddenIn(team.as("alice", "create_task", all));
  }

  private static ToolAnswer update(Teammates team, String agent, String task, String status) {
    return hiddenIn(team.as(agent, "update_task", "task_id", task, "status", status));
  }
}

package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims beyond the set team: renewed, given back, and the next one taken. */
class ClaimToolsTest {
  private static final String UNTIL = "\"lease_until\":\"2026-01-31T09:45:00.123Z\"";

  private final FakeBoard board = new FakeBoard();

  @BeforeEach
  void makeTasks() {
    call("create_task", "title", "later", "priority", "low").accepted();
    call("create_task", "title", "now", "priority", "critical").accepted();
  }

  @Test
  void next_takesTheMostUrgent_thenTheRest_thenNone() {
    Called first = call("claim_next_task", "agent_id", "bob").accepted();
    assertThat(first.text())
        .startsWith(
            "{\"success\":true,\"claimed\":true,\"task\":{\"id\":\"task-2\",\"session_id\":\"fake\","
                + "\"title\":\"now\",\"description\":null,\"assignee\":\"bob\","
                + "\"status\":\"in_progress\"")
        .endsWith("}," + UNTIL + ",\"fencing_token\":1}");
    assertThat(call("claim_next_task").fields().at("/task/id").asString()).isEqualTo("task-1");
    assertThat(call("claim_next_task").accepted().text())
        .isEqualTo(
            "{\"success\":true,\"claimed\":false,\"task\":null,\"lease_until\":null,"
                + "\"fencing_token\":null,\"reason\":\"nothing is free\"}");
  }

  @Test
  void renew_underTheCurrentClaimAlone() {
    call("claim_task", "agent_id", "bob", "task_id", "task-1").accepted();
    String renewed = "{\"success\":true," + UNTIL + ",\"fencing_token\":1}";
    assertThat(call("renew_claim", "task_id", "task-1").text()).isEqualTo(renewed);
    assertThat(call("renew_claim", "task_id", "task-1", "fencing_token", 1).text())
        .isEqualTo(renewed);
    Called old = call("renew_claim", "task_id", "task-1", "fencing_token", 0);
    assertThat(old.code()).isEqualTo("claim_lost");
    assertThat(old.get("claimedBy")).isEqualTo("bob");
  }

  @Test
  void release_givesItBack() {
    call("claim_task", "task_id", "task-1").accepted();
    assertThat(call("release_claim", "task_id", "task-1", "fencing_token", 1).text())
        .isEqualTo("{\"success\":true}");
    assertThat(call("release_claim", "task_id", "task-1").code()).isEqualTo("claim_lost");
    assertThat(call("release_claim", "task_id", "none").code()).isEqualTo("not_found");
  }

  @Test
  void update_underAnOldToken_isRefused() {
    call("claim_task", "task_id", "task-1").accepted();
    assertThat(
            call("update_task", "task_id", "task-1", "status", "done", "fencing_token", 7).code())
        .isEqualTo("claim_lost");
    call("update_task", "task_id", "task-1", "status", "done", "fencing_token", 1).accepted();
  }

  @Test
  void argument_nobodyKnows_isRefused() {
    assertThat(call("claim_next_task", "colour", "red").get("field")).isEqualTo("colour");
  }

  private Called call(String tool, Object... namesAndValues) {
    return Called.tool(AllTools.set(), board, tool, namesAndValues);
  }
}

package dev.parley.war.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BadArgument;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bound of the tools of the board: at it, and one past it, by the argument's own name. */
class TeamBoundsTest {
  private final FakeBoard board = new FakeBoard();

  static List<BadArgument> bad() {
    return BadArgument.all();
  }

  @ParameterizedTest
  @MethodSource("bad")
  void argument_pastItsBound_isRefusedByItsName_atItIsNot(BadArgument bad) {
    Called refused = call(bad.tool(), bad.with(bad.first()));
    assertThat(refused.code()).isEqualTo("invalid_argument");
    assertThat(refused.get("field")).isEqualTo(bad.field());
    assertThat(refused.get("error")).startsWith("The argument '" + bad.field() + "' was refused: ");
    if (bad.limit() > 0 && refused.fields().has("limit")) {
      assertThat(refused.fields().get("limit").asInt()).isEqualTo(bad.limit());
    }
    for (Object last : bad.last()) {
      Called atTheBound = call(bad.tool(), bad.with(last));
      assertThat(atTheBound.text()).doesNotContain("invalid_argument");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "start_session,session_id",
    "send_message,content",
    "create_task,title",
    "update_task,task_id",
    "claim_task,task_id",
    "post_artifact,name",
    "get_artifact,name",
    "request_review,artifact_id",
    "submit_review,review_id",
    "write_memory,key",
    "append_memory,agent_id",
    "save_session_summary,session_id",
    "get_session_summary,session_id",
    "save_orchestrator_state,state",
    "broadcast_thinking,content"
  })
  void argument_thatIsMissing_isNamed(String tool, String field) {
    Called refused = call(tool, field.equals("agent_id") ? Map.of() : Map.of("agent_id", "alice"));
    assertThat(refused.code()).isEqualTo("invalid_argument");
    assertThat(refused.get("field")).isEqualTo(field);
    assertThat(refused.get("error")).contains("it is missing");
  }

  @Test
  void argument_nobodyKnows_isPassedOver() {
    assertThat(call("get_all_tasks", Map.of("colour", "red")).accepted().text())
        .isEqualTo("{\"success\":true,\"tasks\":[]}");
  }

  private Called call(String tool, Map<String, ?> arguments) {
    return Called.tool(Called.setOf(tool), board, tool, arguments);
  }
}

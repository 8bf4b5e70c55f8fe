package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HookEventTest {

  @Test
  void argumentThatTheClientDidNotFillIn_countsAsAbsent() {
    HookEvent event =
        HookEvent.of(
            Map.of(
                "event", "Stop",
                "tool_name", "${tool_name}",
                "file", "${tool_input.file_path}",
                "stop_hook_active", "${stop_hook_active}"));
    assertThat(event).isEqualTo(HookEvent.of("Stop", HookDialect.CLAUDE));
  }

  @Test
  void names_areBounded() {
    assertThat(read("tool_name", "t".repeat(HookEvent.MAX_TOOL)).tool()).hasSize(64);
    assertThat(read("tool_name", "t".repeat(HookEvent.MAX_TOOL + 1)).tool()).hasSize(64);
    assertThat(read("file", "f".repeat(HookEvent.MAX_FILE)).file()).hasSize(512);
    assertThat(read("file", "f".repeat(HookEvent.MAX_FILE + 1)).file()).isEmpty();
    assertThat(read("event", "e".repeat(HookEvent.MAX_NAME)).boundary())
        .isEqualTo(TurnBoundary.NONE);
    assertThatThrownBy(() -> read("event", "e".repeat(HookEvent.MAX_NAME + 1)))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("event");
  }

  @Test
  void unknownGuard_isRefused() {
    assertThatThrownBy(() -> read("edit_guard", "maybe"))
        .isInstanceOf(ParleyException.class)
        .hasMessageContaining("edit_guard");
  }

  @Test
  void valuesThatAreNoTexts_areReadAsTexts() {
    assertThat(read("stop_hook_active", true).continued()).isTrue();
    assertThat(read("tool_name", 7).tool()).isEqualTo("7");
  }

  private static HookEvent read(String name, Object value) {
    Map<String, Object> arguments = new HashMap<>(Map.of("event", "PostToolUse"));
    arguments.put(name, value);
    return HookEvent.of(arguments);
  }
}

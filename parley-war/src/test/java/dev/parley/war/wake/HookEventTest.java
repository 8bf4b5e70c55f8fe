package dev.parley.war.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import java.util.HashMap;
import java.util.List;
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

  @Test
  void inputOfAHook_isReadInTheFormOfEachClient() {
    for (String file : List.of("file_path", "filePath", "absolute_path", "notebook_path", "path")) {
      HookEvent event =
          HookEvent.ofInput(
              Map.of(
                  "hook_event_name",
                  "AfterTool",
                  "tool_name",
                  "write_file",
                  "tool_input",
                  Map.of(file, "/a/b")));
      assertThat(event.boundary()).isEqualTo(TurnBoundary.TOOLS);
      assertThat(event.tool()).isEqualTo("write_file");
      assertThat(event.file()).isEqualTo("/a/b");
      assertThat(event.isEdit()).isTrue();
    }
  }

  @Test
  void inputOfAHook_withoutAnEvent_isThatAToolWasUsed_andOtherTypesAreAbsent() {
    assertThat(HookEvent.ofInput(Map.of()).boundary()).isEqualTo(TurnBoundary.TOOLS);
    HookEvent event =
        HookEvent.ofInput(Map.of("hook_event_name", 1, "tool_name", 2, "tool_input", "x"));
    assertThat(event).isEqualTo(HookEvent.ofInput(Map.of()));
    assertThat(HookEvent.ofInput(Map.of("hook_event_name", "e".repeat(100))).boundary())
        .isEqualTo(TurnBoundary.NONE);
  }

  @Test
  void event_isReadByEachName_thatClientsGiveIt() {
    assertThat(HookEvent.ofInput(Map.of("hook_event_name", "Stop")).boundary())
        .isEqualTo(TurnBoundary.END);
    assertThat(HookEvent.ofInput(Map.of("hookEventName", "Stop")).boundary())
        .isEqualTo(TurnBoundary.END);
  }

  @Test
  void signOfLife_isEachEventWithAMeaning_butTheEndOfTheClient() {
    for (String event : List.of("SessionStart", "UserPromptSubmit", "PreToolUse", "Stop")) {
      assertThat(HookEvent.of(event, HookDialect.CLAUDE).isSignOfLife()).as(event).isTrue();
    }
    for (String event : List.of("SessionEnd", "sessionEnd", "Notification")) {
      assertThat(HookEvent.of(event, HookDialect.CLAUDE).isSignOfLife()).as(event).isFalse();
    }
  }

  private static HookEvent read(String name, Object value) {
    Map<String, Object> arguments = new HashMap<>(Map.of("event", "PostToolUse"));
    arguments.put(name, value);
    return HookEvent.of(arguments);
  }
}

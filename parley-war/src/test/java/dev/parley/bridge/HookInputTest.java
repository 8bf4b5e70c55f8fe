package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookInputTest {

  @Test
  void toolAndFile_areArguments() {
    assertThat(
            HookInput.arguments(
                """
                {"session_id":"s","tool_name":"Edit","tool_input":{"file_path":"/a/\\"b\\".java"}}
                """))
        .isEqualTo(",\"tool_name\":\"Edit\",\"file\":\"/a/\\\"b\\\".java\"");
    assertThat(HookInput.arguments("{\"tool_input\":{\"filePath\":\"/a\",\"path\":\"/b\"}}"))
        .isEqualTo(",\"file\":\"/a\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"stop_hook_active\":true}", "{\"status\":\"completed\",\"loop_count\":2}"})
  void turnThatAHookContinued_isSaidToBe(String input) {
    assertThat(HookInput.arguments(input)).isEqualTo(",\"stop_hook_active\":\"true\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no json",
        "[]",
        "{\"tool_name\":7,\"tool_input\":[]}",
        "{\"stop_hook_active\":false,\"loop_count\":0}",
        "{\"tool_name\":\"\"}",
        "{\"tool_name\":\"Edit\""
      })
  void otherInput_isPassedOver(String input) {
    assertThat(HookInput.arguments(input)).isEmpty();
  }

  @Test
  void values_areBounded() {
    assertThat(HookInput.arguments("{\"tool_name\":\"" + "t".repeat(128) + "\"}")).isNotEmpty();
    assertThat(HookInput.arguments("{\"tool_name\":\"" + "t".repeat(129) + "\"}")).isEmpty();
    String file = "{\"tool_input\":{\"path\":\"";
    assertThat(HookInput.arguments(file + "f".repeat(512) + "\"}}")).isNotEmpty();
    assertThat(HookInput.arguments(file + "f".repeat(513) + "\"}}")).isEmpty();
  }
}

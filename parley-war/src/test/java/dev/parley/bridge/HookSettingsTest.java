package dev.parley.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookSettingsTest {
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @Test
  void hookThatIsOff_isOffForEachSpelling() {
    HookSettings some = settings(Map.of("PARLEY_HOOKS_OFF", "Stop, pretooluse"));
    assertThat(some.isOff(call("{\"event\":\"Stop\"}"))).isTrue();
    assertThat(some.isOff(call("{\"event\":\"PreToolUse\"}"))).isTrue();
    assertThat(some.isOff(call("{\"event\":\"UserPromptSubmit\"}"))).isFalse();
    assertThat(some.isOff("stop")).isTrue();
    HookSettings all = settings(Map.of("PARLEY_HOOKS_OFF", "all"));
    assertThat(all.isOff(call("{\"event\":\"UserPromptSubmit\"}"))).isTrue();
    assertThat(all.isOff(other())).isFalse();
    assertThat(settings(Map.of()).isOff(call("{}"))).isFalse();
  }

  @Test
  void guards_areArgumentsOfTheCall() {
    HookSettings settings =
        settings(Map.of("PARLEY_EDIT_GUARD", "deny", "PARLEY_STOP_GUARD", "off"));
    assertThat(settings.completed(call("{\"event\":\"Stop\"}")).json().raw())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"method\":\"tools/call\",\"params\":{\"name\":"
                + "\"hook_event\",\"arguments\":{\"event\":\"Stop\",\"edit_guard\":\"deny\","
                + "\"stop_guard\":\"off\"}}}");
    assertThat(settings.completed(call("{}")).json().textAt("params", "arguments", "edit_guard"))
        .isEqualTo("deny");
    JsonRpcMessage other = other();
    assertThat(settings.completed(other)).isSameAs(other);
    JsonRpcMessage hook = call("{\"event\":\"Stop\"}");
    assertThat(settings(Map.of()).completed(hook)).isSameAs(hook);
    assertThat(errors.toString(UTF_8)).isEmpty();
  }

  @Test
  void guardThatIsNone_isLogged_andNotUsed() {
    assertThat(settings(Map.of("PARLEY_EDIT_GUARD", "x\",\"y")).arguments()).isEmpty();
    assertThat(errors.toString(UTF_8))
        .contains("PARLEY_EDIT_GUARD is one of [off, note, deny]")
        .doesNotContain("x\"");
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code,claude",
    "codex-mcp-client,codex",
    "gemini-cli-mcp-client,gemini",
    "cursor-vscode,cursor",
    "Visual Studio Code,vscode",
    "Visual Studio Code - Insiders,vscode",
    "inspector,",
    ","
  })
  void client_isKnownByItsName(String name, String dialect) {
    assertThat(HookSettings.dialect(name)).isEqualTo(dialect);
  }

  private HookSettings settings(Map<String, String> environment) {
    return HookSettings.of(environment, new BridgeLog(false, new PrintStream(errors, true, UTF_8)));
  }

  private static JsonRpcMessage call(String arguments) {
    return message("hook_event", arguments);
  }

  private static JsonRpcMessage other() {
    return message("join_room", "{\"room\":\"planning\"}");
  }

  private static JsonRpcMessage message(String tool, String arguments) {
    return JsonRpcMessage.of(
        JsonText.parse(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"method\":\"tools/call\",\"params\":{\"name\":\""
                + tool
                + "\",\"arguments\":"
                + arguments
                + "}}"));
  }
}

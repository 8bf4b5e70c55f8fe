package dev.parley.bridge;

import static dev.parley.war.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script that a command hook runs: it gets to the bridge of its client, and is harmless. */
@Timeout(30)
@DisabledOnOs(OS.WINDOWS)
class HookScriptTest {
  private static final Path SCRIPT = Path.of("src/plugin/bin/hook.sh").toAbsolutePath();

  private Path folder;
  private final StandInServer server = StandInServer.started();

  /** A path of a socket is short, so the folder of the test is. */
  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of("/tmp"), "ph");
  }

  @AfterEach
  void end() throws IOException {
    server.close();
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }

  @Test
  void withoutABridge_nothingIsPrinted_orWhatTheClientNeeds() throws Exception {
    assertThat(run("{}", "Stop")).isEmpty();
    assertThat(run("{}", "Stop", "{}")).isEqualTo("{}\n");
    assertThat(run("x".repeat(2_000_000), "Stop")).isEmpty();
  }

  @Test
  void bridge_getsTheEventTheToolAndTheFile() throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the bridge is not tested");
    try (StandInClient client =
        StandInClient.named(
            "gemini-cli", Map.of("XDG_RUNTIME_DIR", folder.toString(), "PATH", ""), server)) {
      eventually("the socket", () -> Files.exists(socket()));
      String input =
          "{\"tool_name\":\"write_file\",\"tool_input\":{\"file_path\":\"/a/b\"},\"more\":\""
              + "y".repeat(100_000)
              + "\"}";
      assertThat(run(input, "AfterTool")).contains("hook_event");
      assertThat(run("x".repeat(300_000), "AfterAgent")).contains("hook_event");
      List<StandInRequest> hooks = server.received(request -> request.is("tools/call"));
      assertThat(hooks.get(0).body())
          .contains(
              "{\"event\":\"AfterTool\",\"client\":\"gemini\",\"tool_name\":\"write_file\","
                  + "\"file\":\"/a/b\"}");
      assertThat(hooks.get(1).body()).contains("{\"event\":\"AfterAgent\",\"client\":\"gemini\"}");
      assertThat(client.errors()).isEmpty();
    }
    assertThat(run("{}", "AfterTool")).isEmpty();
  }

  @Test
  void hookThatIsOff_isNotAskedOfTheServer() throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the bridge is not tested");
    Map<String, String> environment =
        Map.of(
            "XDG_RUNTIME_DIR", folder.toString(), "PATH", "", "PARLEY_HOOKS_OFF", "SessionStart");
    try (StandInClient client = StandInClient.named("claude-code", environment, server)) {
      eventually("the socket", () -> Files.exists(socket()));
      assertThat(run("{}", "SessionStart")).isEqualTo("{}\n");
      assertThat(client.call(1, "hook_event", "{\"event\":\"SessionStart\"}"))
          .contains("\"text\":\"{}\"");
      assertThat(server.received(request -> request.is("tools/call"))).isEmpty();
    }
  }

  private Path socket() {
    return folder.resolve("parley/hook").resolve(parent());
  }

  private static String parent() {
    return Long.toString(ProcessHandle.current().parent().orElseThrow().pid());
  }

  private static boolean hasCurl() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(path -> new File(path, "curl").canExecute());
  }

  private String run(String input, String... arguments) throws Exception {
    ProcessBuilder script = new ProcessBuilder("/bin/sh", SCRIPT.toString());
    script.command().addAll(List.of(arguments));
    script.environment().put("XDG_RUNTIME_DIR", folder.toString());
    Path given = Files.writeString(folder.resolve("input"), input);
    Path printed = folder.resolve("printed");
    script.redirectInput(given.toFile());
    script.redirectOutput(printed.toFile());
    script.redirectErrorStream(true);
    Process running = script.start();
    assertThat(running.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(running.exitValue()).isZero();
    return Files.readString(printed, UTF_8);
  }
}

package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of a client answer at once and say nothing where no server is. */
@Tag("faults")
@Tag("alone")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the hooks are scripts of a Unix shell")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HookWithoutServerIT {
  private static final Path PLUGIN = Path.of("src/plugin").toAbsolutePath();
  private static final int RUNS = 20;
  private static final long MAX_MEDIAN_MILLIS = 100;

  /** A machine that builds something else at the same time is slow now and then. */
  private static final long MAX_MILLIS = 1_000;

  @TempDir private Path home;
  private int port;

  @BeforeEach
  void choosePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  private ProcessBuilder script(String path, String... words) {
    List<String> command = new ArrayList<>(List.of(PLUGIN.resolve(path).toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(StartingBridge.variables(home));
    return builder;
  }

  /** Runs a hook as the client does, with its event on standard input; returns all it printed. */
  private String hook(String path, String... words) throws Exception {
    Process hook = script(path, words).redirectErrorStream(true).start();
    try {
      hook.getOutputStream().write("{\"hook_event_name\":\"AfterTool\"}".getBytes(UTF_8));
      hook.getOutputStream().close();
    } catch (IOException endedAlready) {
      // it read nothing
    }
    String printed = new String(hook.getInputStream().readAllBytes(), UTF_8);
    assertThat(hook.waitFor()).isZero();
    return printed;
  }

  private static void measured(String what, Callable<String> run) throws Exception {
    long[] millis = new long[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long from = System.nanoTime();
      String printed = run.call();
      millis[i] = (System.nanoTime() - from) / 1_000;
      assertThat(printed).isEqualTo("{}");
    }
    Arrays.sort(millis);
    System.out.printf(
        "hook with no server, %s: median %.1f ms, slowest %.1f ms of %d%n",
        what, millis[RUNS / 2] / 1_000.0, millis[RUNS - 1] / 1_000.0, RUNS);
    assertThat(millis[RUNS / 2] / 1_000).as(what).isLessThan(MAX_MEDIAN_MILLIS);
    assertThat(millis[RUNS - 1] / 1_000).as("the slowest, " + what).isLessThan(MAX_MILLIS);
  }

  private StartingBridge bridge(String... words) {
    String url = "http://127.0.0.1:" + port;
    return StartingBridge.of(home, Map.of(), words.length == 0 ? of("--url", url) : words);
  }

  private static String[] of(String... words) {
    return words;
  }

  @Test
  void commandHook_withoutABridge_printsAnEmptyObject() throws Exception {
    measured(
        "command hook, no bridge", () -> hook("gemini/bin/hook.sh", "AfterTool", "{}").strip());
  }

  @Test
  void commandHook_withABridge_printsAnEmptyObject() throws Exception {
    assumeTrue(isOnPath("curl"), "no curl here");
    try (StartingBridge bridge = bridge()) {
      bridge.begin("gemini-cli-mcp-client");
      Path socket = home.resolve(".cache/parley/hook/" + ProcessHandle.current().pid());
      eventually("the bridge listens for hooks", () -> Files.exists(socket));
      measured(
          "command hook, over its bridge",
          () -> hook("gemini/bin/hook.sh", "AfterTool", "{}").strip());
      assertThat(bridge.errors()).isEmpty();
    }
  }

  @Test
  void toolHook_isAnsweredByTheBridge() throws Exception {
    try (StartingBridge bridge = bridge()) {
      bridge.begin("claude-code");
      measured("tool hook, by the bridge", () -> said(bridge));
    }
  }

  /** A port whose queue is full is as silent as a machine that is not there. */
  @Test
  void toolHook_ofAServerOutOfReach_isAnsweredByTheBridge() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<Socket> queue = new ArrayList<>();
    try (ServerSocket silent = new ServerSocket(0, 1, loopback)) {
      for (int i = 0; i < 8; i++) {
        queue.add(new Socket());
      }
      assumeTrue(
          isFull(silent, queue), "here a port whose queue is full refuses connections at once");
      try (StartingBridge bridge = bridge("--url", "http://127.0.0.1:" + silent.getLocalPort())) {
        bridge.begin("claude-code");
        measured("tool hook, by the bridge to a machine that is silent", () -> said(bridge));
      }
    } finally {
      for (Socket waiting : queue) {
        waiting.close();
      }
    }
  }

  /** Connects until nobody answers. */
  private static boolean isFull(ServerSocket silent, List<Socket> queue) {
    try {
      for (Socket waiting : queue) {
        waiting.connect(silent.getLocalSocketAddress(), 300);
      }
      return false;
    } catch (SocketTimeoutException full) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** The token is too short for a server, so every start of one fails. */
  @Test
  void toolHook_whileAServerStarts_isAnsweredByTheBridge() throws Exception {
    try (StartingBridge bridge =
        StartingBridge.of(
            home,
            Map.of("PARLEY_TOKEN", "short"),
            "--url",
            "http://127.0.0.1:" + port,
            "--start-server")) {
      bridge.begin("claude-code");
      measured("tool hook, by the bridge that starts a server", () -> said(bridge));
    }
  }

  private static String said(StartingBridge bridge) {
    String answer = bridge.tool("hook_event", "{\"event\":\"PostToolBatch\"}");
    assertThat(answer).contains("\"isError\":false");
    return answer.contains("\"text\":\"{}\"") ? "{}" : answer;
  }

  /** A session may end at any moment, also while its monitor starts. */
  @Test
  void monitor_printsNothing_andEndsWithItsSession() throws Exception {
    Path file = home.resolve(".cache/parley/wake/3f-9A");
    for (int i = 0; i < RUNS; i++) {
      ProcessBuilder builder = script("bin/monitor.sh").redirectErrorStream(true);
      builder.environment().put("CLAUDE_CODE_SESSION_ID", "3f-9A");
      Process monitor = builder.start();
      eventually("the monitor watches", () -> Files.exists(file));
      monitor.toHandle().destroy();
      assertThat(monitor.getInputStream().readAllBytes()).asString(UTF_8).isEmpty();
      eventually("its file is gone", () -> !Files.exists(file));
    }
    assertThat(hook("bin/monitor.sh")).as("outside of a session").isEmpty();
  }

  private static boolean isOnPath(String program) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getenv("PATH"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}

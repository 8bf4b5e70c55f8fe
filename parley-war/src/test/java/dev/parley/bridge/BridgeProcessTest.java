package dev.parley.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeProcessTest {
  private static final int MOST_CLASSES = 32;

  private final StandInServer server = StandInServer.started();
  @TempDir Path folder;

  @AfterEach
  void endServer() {
    server.close();
  }

  @Test
  void endOfInput_exitsWithZeroAndNoWordOnTheErrorStream() throws IOException {
    try (BridgeProcess bridge = BridgeProcess.of(server)) {
      bridge.begin();
      assertThat(bridge.ask("rubbish")).contains("-32700");
      bridge.process.getOutputStream().close();
      assertThat(bridge.awaitExit()).isZero();
      assertThat(bridge.errors()).isEmpty();
      assertThat(bridge.rest()).isEmpty();
      assertThat(server.sessionCount()).isZero();
    }
  }

  @Test
  void sigterm_exitsWithZeroAndFreesTheSession() {
    try (BridgeProcess bridge = BridgeProcess.of(server)) {
      bridge.begin();
      bridge.signal("TERM");
      assertThat(bridge.awaitExit()).isZero();
      assertThat(server.sessionCount()).isZero();
    }
  }

  @Test
  void sigint_exitsWithZeroAndFreesTheSession() throws IOException {
    assumeTrue(interruptsAreHeard(), "this build's own parent ignores SIGINT");
    try (BridgeProcess bridge = BridgeProcess.of(server)) {
      bridge.begin();
      bridge.signal("INT");
      assertThat(bridge.awaitExit()).isZero();
      assertThat(server.sessionCount()).isZero();
    }
  }

  /** A virtual machine started with SIGINT ignored, as in a background job, goes on ignoring it. */
  private static boolean interruptsAreHeard() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return true;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) == 0;
      }
    }
    return false;
  }

  @Test
  void sigterm_answersUnderWayComeFirst() {
    try (BridgeProcess bridge = BridgeProcess.of(server)) {
      bridge.begin();
      bridge.ask(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"wait_quietly\"}}\n"
              + "rubbish");
      server.awaitReceived(1, request -> request.calls("wait_quietly"));
      bridge.signal("TERM");
      server.gate.countDown();
      assertThat(bridge.rest()).contains("\"id\":1,").contains("waited");
      assertThat(bridge.awaitExit()).isZero();
    }
  }

  @Test
  void start_needsNoneOfTheSlowMachinery() throws IOException {
    Path log = folder.resolve("bridge");
    try (BridgeProcess bridge = BridgeProcess.of(server, "-Xlog:class+load:file=" + log)) {
      bridge.begin();
      bridge.process.getOutputStream().close();
      assertThat(bridge.awaitExit()).isZero();
    }
    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded)
        .anyMatch(line -> line.contains("dev.parley.bridge.Bridge"))
        .noneMatch(line -> line.contains("dev.parley") && line.contains("Lambda"))
        .noneMatch(line -> line.contains("java.net.http.") || line.contains("sun.net.www.http."))
        .noneMatch(line -> line.contains("java.util.logging.LogManager"))
        .noneMatch(line -> line.contains("java.util.regex.Matcher"));
    // The JDK's own sockets use a lambda or two; a + between strings of ours would add to them.
    Path bare = folder.resolve("bare");
    try (BridgeProcess socket = BridgeProcess.oneSocket(server, "-Xlog:class+load:file=" + bare)) {
      assertThat(socket.awaitExit()).isZero();
    }
    assertThat(spun(loaded)).isEqualTo(spun(Files.readAllLines(bare)));
  }

  @Test
  void firstAnswer_needsFewClasses() throws IOException {
    Path log = folder.resolve("bridge");
    try (BridgeProcess bridge = BridgeProcess.of(server, "-Xlog:class+load:file=" + log)) {
      bridge.ask(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
              + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"claude-code\",\"version\":\"1\"}}}");
      bridge.process.getOutputStream().close();
      assertThat(bridge.awaitExit()).isZero();
    }
    List<String> loaded = Files.readAllLines(log);
    // Each class of the WAR takes half a millisecond to load.
    assertThat(loaded.stream().filter(line -> line.contains("dev.parley.")))
        .hasSizeLessThanOrEqualTo(MOST_CLASSES);
    assertThat(loaded)
        .noneMatch(line -> line.contains("java.util.concurrent.ThreadPoolExecutor"))
        .noneMatch(line -> line.contains("javax.net.ssl.") || line.contains("java.net.Socks"));
  }

  /** How many classes the virtual machine made up while it ran. */
  private static long spun(List<String> loaded) {
    return loaded.stream()
        .filter(line -> line.contains("LambdaForm$") && line.contains("JVM_LookupDefineClass"))
        .count();
  }

  @Test
  void help_isPrintedAndAMistakeIsExplained() {
    try (BridgeProcess help = BridgeProcess.started(List.of(), "mcp", "--help")) {
      assertThat(help.rest()).contains("--url").contains("PARLEY_TOKEN").contains("claude mcp add");
      assertThat(help.awaitExit()).isZero();
    }
    try (BridgeProcess mistaken = BridgeProcess.started(List.of(), "mcp", "--rul", "x")) {
      assertThat(mistaken.errors()).isEqualTo("parley: unknown option --rul (see mcp --help)\n");
      assertThat(mistaken.awaitExit()).isEqualTo(2);
      assertThat(mistaken.rest()).isEmpty();
    }
  }
}

package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.TestCertificates;
import dev.parley.war.testing.TestCertificates.Pair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Bridges that find no server start one, which belongs to none of them. */
@Tag("faults")
@Tag("alone")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server's process is found by its words")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerStartIT {
  private static final int BRIDGES = 20;

  /** Connections that a bridge keeps for its next calls. */
  private static final int MAX_CONNECTIONS = 8;

  @TempDir private Path home;
  private int port;

  @BeforeEach
  void choosePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void endServers() {
    servers().forEach(ProcessHandle::destroyForcibly);
    eventually("the servers are gone", () -> servers().isEmpty());
  }

  private StartingBridge bridge(Map<String, String> environment, String... words) {
    List<String> all = new ArrayList<>(List.of("--url", "http://127.0.0.1:" + port));
    all.addAll(List.of(words));
    return StartingBridge.of(home, environment, all.toArray(String[]::new));
  }

  private StartingBridge bridge() {
    return bridge(Map.of(), "--start-server");
  }

  private Path file(String name) {
    return home.resolve(".cache/parley/start").resolve(name);
  }

  private Path log() {
    return file("server-" + port + ".log");
  }

  /** Every server that bridges of this home have started, by its launcher, which it ends with. */
  private List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(process -> isLauncher(process.info().commandLine().orElse("")))
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private boolean isLauncher(String command) {
    return command.contains("-Dparley.log=" + log()) && !command.contains("-Dparley.child=true");
  }

  private record Times(long initialized, long connected) {}

  @Test
  void bridges_twentyAtOnceWithoutAServer_startOneAndAllConnect() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(BRIDGES);
    List<StartingBridge> bridges = new ArrayList<>();
    try {
      long from = System.nanoTime();
      for (int i = 0; i < BRIDGES; i++) {
        bridges.add(bridge());
      }
      List<Callable<Times>> work = new ArrayList<>();
      for (StartingBridge bridge : bridges) {
        work.add(
            () -> {
              assertThat(bridge.begin("test")).contains("\"serverInfo\"");
              long initialized = millisSince(from);
              assertThat(bridge.tool("join_room", "{\"room\":\"all\"}"))
                  .contains("\"isError\":false");
              return new Times(initialized, millisSince(from));
            });
      }
      List<Times> times = new ArrayList<>();
      for (Future<Times> done : clients.invokeAll(work)) {
        times.add(done.get());
      }
      System.out.println(
          BRIDGES
              + " bridges at once with no server: initialize answered after "
              + figures(times.stream().mapToLong(Times::initialized))
              + ", in a room of the server after "
              + figures(times.stream().mapToLong(Times::connected))
              + "; servers: "
              + servers().size());
      assertThat(servers()).hasSize(1);
      assertThat(Files.readString(log())).containsOnlyOnce("Parley is at");
      assertThat(bridges).allMatch(bridge -> bridge.errors().isEmpty());
    } finally {
      clients.shutdownNow();
      bridges.forEach(StartingBridge::close);
    }
  }

  private static long millisSince(long from) {
    return (System.nanoTime() - from) / 1_000_000;
  }

  private static String figures(LongStream millis) {
    long[] sorted = millis.sorted().toArray();
    return sorted[0]
        + " / "
        + sorted[sorted.length / 2]
        + " / "
        + sorted[sorted.length - 1]
        + " ms (first, median, last)";
  }

  @Test
  void starterKilledInTheMiddle_theServerItStartedIsTheNextOnesToo() throws Exception {
    try (StartingBridge killed = bridge()) {
      killed.begin("test");
      eventually("a server is started", () -> pid() > 0);
      long started = pid();
      killed.handle().destroyForcibly();
      eventually("it is gone", () -> !killed.handle().isAlive());
      try (StartingBridge next = bridge()) {
        next.begin("test");
        assertThat(next.tool("list_rooms", "{}")).contains("\"isError\":false");
        assertThat(servers()).extracting(ProcessHandle::pid).containsExactly(started);
      }
    }
  }

  private long pid() throws IOException {
    Path file = file("server-" + port + ".pid");
    String written = Files.exists(file) ? Files.readString(file).strip() : "";
    return written.isEmpty() ? 0 : Long.parseLong(written.split(" ", 2)[0]);
  }

  @Test
  void startedServer_withACertificate_isFoundOverTls() throws Exception {
    Pair pair = TestCertificates.issue();
    Map<String, String> environment =
        Map.of(
            "PARLEY_TLS_CERTIFICATE", pair.file().toString(),
            "PARLEY_TLS_KEY", pair.key().toString(),
            "PARLEY_CA", TestCertificates.authority().toString());
    try (StartingBridge bridge =
        StartingBridge.of(
            home, environment, "--url", "https://127.0.0.1:" + port, "--start-server")) {
      bridge.begin("test");
      assertThat(bridge.tool("list_rooms", "{}")).contains("\"isError\":false");
      assertThat(servers()).hasSize(1);
    }
  }

  @Test
  void startedServer_belongsToNoBridge_andHasWhatAServerNeeds() throws Exception {
    try (StartingBridge bridge =
        bridge(
            Map.of(
                "SOME_API_KEY", "secret-of-the-client",
                "PARLEY_AGENT", "al",
                "PARLEY_NEXT_FREE_PORT", "true",
                "PARLEY_START_SERVER", "yes",
                "PARLEY_TOKEN", "token-of-the-bridge"))) {
      long from = System.nanoTime();
      bridge.begin("test");
      long initialized = millisSince(from);
      assertThat(bridge.ask("tools/list", "{}")).contains("join_room");
      long listed = millisSince(from);
      assertThat(bridge.tool("list_rooms", "{}")).contains("\"isError\":false");
      System.out.println(
          "one bridge with no server: initialize answered after "
              + initialized
              + " ms, tools/list after "
              + listed
              + " ms, the first call after "
              + millisSince(from)
              + " ms");
      assertThat(RawMcp.at(URI.create("http://127.0.0.1:" + port + "/api/rooms")).get().status())
          .isEqualTo(401);
      ProcessHandle server = servers().get(0);
      assertThat(server.parent().map(ProcessHandle::pid))
          .isNotEqualTo(Optional.of(bridge.handle().pid()));
      if (Files.isDirectory(Path.of("/proc/self/fd"))) {
        Path proc = Path.of("/proc", Long.toString(server.pid()));
        assertThat(Files.readSymbolicLink(proc.resolve("fd/0"))).isEqualTo(Path.of("/dev/null"));
        assertThat(Files.readSymbolicLink(proc.resolve("fd/1"))).isEqualTo(log().toRealPath());
        assertThat(Files.readSymbolicLink(proc.resolve("fd/2"))).isEqualTo(log().toRealPath());
        assertThat(Files.readString(proc.resolve("environ"), UTF_8))
            .contains("PARLEY_TOKEN=token-of-the-bridge", "PARLEY_END_WHEN_IDLE=60", "HOME=")
            .doesNotContain("secret-of-the-client", "PARLEY_AGENT", "PARLEY_START_SERVER");
        assertThat(Files.readString(proc.resolve("cmdline"), UTF_8))
            .doesNotContain("token-of-the-bridge");
        assertThat(session(server.pid())).isNotEqualTo(session(bridge.handle().pid()));
      }
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log())))
          .isEqualTo("rw-------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log().getParent())))
          .isEqualTo("rwx------");
      assertThat(bridge.ended()).isZero();
      assertThat(server.isAlive()).isTrue();
    }
  }

  /** The session of a process, the fourth field behind its name. */
  private static String session(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
  }

  @Test
  void serverKilled_theNextCallStartsAnother() {
    try (StartingBridge bridge = bridge()) {
      bridge.begin("test");
      assertThat(bridge.tool("join_room", "{\"room\":\"all\"}")).contains("\"isError\":false");
      ProcessHandle first = servers().get(0);
      first.destroyForcibly();
      eventually("it is gone", () -> servers().isEmpty());
      String answer = bridge.tool("list_rooms", "{}");
      for (int i = 0; i < MAX_CONNECTIONS && answer.contains("outcome_unknown"); i++) {
        // It was sent over one of the connections that had been good a moment ago.
        answer = bridge.tool("list_rooms", "{}");
      }
      assertThat(answer).contains("\"isError\":false");
      assertThat(servers()).hasSize(1).doesNotContain(first);
      assertThat(bridge.errors()).isEmpty();
    }
  }

  @Test
  void serverThatNobodyUses_ends_andNotWhileABridgeIsConnected() throws Exception {
    Map<String, String> soon = Map.of("PARLEY_END_WHEN_IDLE", "2");
    try (StartingBridge bridge = bridge(soon, "--start-server")) {
      bridge.begin("test");
      assertThat(bridge.tool("list_rooms", "{}")).contains("\"isError\":false");
      throughout("it stays", Duration.ofSeconds(5), () -> servers().size() == 1);
      bridge.ended();
      long from = System.nanoTime();
      eventually("it ends", () -> servers().isEmpty());
      System.out.println(
          "server that ends after 2 idle seconds: ended "
              + millisSince(from)
              + " ms after its"
              + " last bridge");
      assertThat(Files.readString(log())).contains("Parley ends: nobody used it for 2 s.");
    }
    try (StartingBridge again = bridge(soon, "--start-server")) {
      again.begin("test");
      assertThat(again.tool("list_rooms", "{}")).contains("\"isError\":false");
    }
  }

  @Test
  void serverThatCannotStart_isSaidInASentence_andNotTriedAtEveryCall() {
    try (StartingBridge bridge = bridge(Map.of("PARLEY_TOKEN", "short"), "--start-server")) {
      long from = System.nanoTime();
      bridge.begin("test");
      long initialized = millisSince(from);
      String refusal = bridge.tool("list_rooms", "{}");
      System.out.println(
          "server that cannot start: initialize after "
              + initialized
              + " ms, the call refused after "
              + millisSince(from)
              + " ms: "
              + bridge.errors().strip());
      assertThat(refusal)
          .contains("hub_unreachable")
          .contains("the server was started and ended: ");
      eventually("it says so to the person, too", () -> bridge.errors().endsWith("\n"));
      assertThat(bridge.errors())
          .startsWith("parley mcp: the server was started and ended: ")
          .contains("a token has only 5 characters", "goes on trying to reach http://127.0.0.1:")
          .hasLineCount(1);
      long next = System.nanoTime();
      assertThat(bridge.tool("list_rooms", "{}")).contains("hub_unreachable");
      assertThat(millisSince(next)).isLessThan(1_000);
      assertThat(bridge.errors()).hasLineCount(1);
    }
  }

  @Test
  void bridgeOfThePlugin_startsTheServer_unlessItIsElsewhereOrNotWanted() {
    String here = "http://127.0.0.1:" + port;
    try (StartingBridge bridge =
        StartingBridge.ofThePlugin(home, Map.of("PARLEY_URL", here, "PARLEY_START_SERVER", "no"))) {
      bridge.begin("claude-code");
      assertThat(bridge.tool("list_rooms", "{}")).contains("hub_unreachable");
    }
    try (StartingBridge bridge =
        StartingBridge.ofThePlugin(home, Map.of("PARLEY_URL", "http://203.0.113.1:7539"))) {
      assertThat(bridge.begin("claude-code")).contains("serverInfo");
    }
    assertThat(servers()).isEmpty();
    try (StartingBridge bridge = StartingBridge.ofThePlugin(home, Map.of("PARLEY_URL", here))) {
      bridge.begin("claude-code");
      assertThat(bridge.tool("list_rooms", "{}")).contains("\"isError\":false");
      assertThat(servers()).hasSize(1);
    }
  }

  @Test
  void addressOfAnotherMachine_isRefused() throws Exception {
    try (StartingBridge bridge =
        StartingBridge.of(
            home, Map.of(), "--url", "http://parley.example:7539", "--start-server")) {
      assertThat(bridge.ended()).isEqualTo(2);
      assertThat(bridge.errors())
          .startsWith("parley: --start-server starts a server on this machine only")
          .contains("not http://parley.example:7539/mcp")
          .hasLineCount(1);
      assertThat(file("lock")).doesNotExist();
    }
  }
}

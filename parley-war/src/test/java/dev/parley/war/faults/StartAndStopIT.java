package dev.parley.war.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerProcess.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that cannot run says why in a sentence; one that is asked to end does so at once. */
class StartAndStopIT {
  /** A server that was to listen on the port {@link #takenPort}, or on the next free one. */
  private static RunningServer passedOver;

  private static int takenPort;

  @BeforeAll
  static void startServerPastATakenPort() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      takenPort = other.getLocalPort();
      passedOver =
          RunningServer.launch()
              .port(takenPort)
              .with("--next-free-port", "--token", "secret-token")
              .start();
    }
  }

  @AfterAll
  static void stopServer() {
    passedOver.close();
  }

  @Test
  void sigterm_withFiftyOpenStreams_endsInTimeAndSilently_andTheNextStartFindsAllInOrder(
      @TempDir Path data) throws IOException {
    List<RawMcp> clients = new ArrayList<>();
    try (RunningServer server = RunningServer.launch().data(data).start()) {
      for (int i = 0; i < 50; i++) {
        RawMcp client = server.client();
        client.tool("join_room", "room", "full").accepted();
        clients.add(client);
      }
      clients.get(0).tool("create_task", "title", "kept", "priority", "medium").accepted();
      List<String> before = server.printed();
      Ended ended = server.sigterm();
      System.out.println(
          "SIGTERM with 50 open streams: exit "
              + ended.exitCode()
              + " after "
              + ended.took().toMillis()
              + " ms");
      assertThat(ended.exitCode()).isIn(0, 143);
      assertThat(ended.took()).isLessThan(Duration.ofSeconds(3));
      assertThat(ended.printed())
          .isEqualTo(String.join("\n", before) + "\nParley ends, as it was asked to.")
          .doesNotContain("WARN", "SEVERE");
      assertThat(clients).allMatch(client -> client.stream().waiting() == 0);
    } finally {
      clients.forEach(RawMcp::close);
    }
    assertThat(namesIn(data)).noneMatch(name -> name.endsWith("trace.db"));
    try (RunningServer again = RunningServer.launch().data(data).start();
        RawMcp client = again.client()) {
      assertThat(client.tool("get_all_tasks").accepted().toString()).contains("kept");
      assertThat(again.printed())
          .noneMatch(line -> line.contains("goodbye") || line.contains("did not end in order"));
    }
  }

  private static List<String> namesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void portTaken_isSaidInASentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ended ended = RunningServer.launch().port(taken.getLocalPort()).refused();
      refusedInASentence(ended, 1, "cannot listen on 127.0.0.1:" + taken.getLocalPort(), "--port");
    }
  }

  @Test
  void portTaken_whereTheNextFreeOneWillDo_isPassedOver() {
    assertThat(passedOver.port()).isBetween(takenPort + 1, takenPort + 10);
  }

  @Test
  void secondServerOnTheSameData_isRefused() {
    Path data = passedOver.data();
    refusedInASentence(RunningServer.launch().data(data).refused(), 1, data.toString());
    assertThat(passedOver.http("/health").status()).isEqualTo(200);
  }

  @Test
  void lease_thatIsNoTime_isRefused() {
    refusedInASentence(
        RunningServer.launch().with("--lease", "soon").refused(), 1, "'lease'", "15m");
  }

  @Test
  void topics_thatAreNoneOrNothing_areRefusedByTheirFlag() {
    refusedInASentence(
        RunningServer.launch().with("--topics", "Plan").refused(), 1, "'--topics'", "'Plan'");
    refusedInASentence(
        RunningServer.launch().with("--topics", "").refused(), 1, "'--topics'", "lists nothing");
    refusedInASentence(
        RunningServer.launch().with("--post-topics", ",").refused(),
        1,
        "'--post-topics'",
        "lists nothing");
  }

  /** The line is taken as it was printed and run in another folder, as a client would. */
  @Test
  void lineForClaudeCode_pastedInAnotherFolder_findsTheFile(@TempDir Path elsewhere)
      throws Exception {
    String line =
        passedOver.printed().stream()
            .filter(printed -> printed.startsWith("Claude Code "))
            .findFirst()
            .orElseThrow();
    assertThat(line)
        .contains("/parley.war setup claude --url http://127.0.0.1:")
        .endsWith(" --token-file YOUR_TOKEN_FILE");
    String command = line.substring(line.indexOf("java -jar"));
    Process setup =
        new ProcessBuilder("sh", "-c", command + " --help").directory(elsewhere.toFile()).start();
    assertThat(new String(setup.getInputStream().readAllBytes(), UTF_8))
        .startsWith("usage: java -jar parley.war setup");
    assertThat(setup.waitFor()).isZero();
  }

  @Test
  void hooks_otherThanTheThree_areRefused() {
    Ended ended = RunningServer.launch().with("--hooks", "maybe").refused();
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.printed()).contains("--hooks must be off, on or shell, not maybe");
    assertThat(RunningServer.launch().with("--max-tasks", "many").refused().printed())
        .contains("--max-tasks");
  }

  @Test
  void bindBeyondLoopback_withoutToken_isRefused() {
    for (String address : new String[] {"0.0.0.0", "::"}) {
      Ended ended = RunningServer.launch().with("--bind", address).refused();
      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.printed())
          .contains("--bind " + address, "a token is needed", "PARLEY_TOKEN");
      assertThat(ended.printed()).doesNotContain("Parley is at", "\tat ");
      System.out.println(
          "--bind "
              + address
              + ": exit "
              + ended.exitCode()
              + ", "
              + ended.printed().lines().findFirst().orElse(""));
    }
  }

  private static void refusedInASentence(Ended ended, int exit, String... parts) {
    System.out.println("refused: exit " + ended.exitCode() + ", " + ended.printed());
    assertThat(ended.exitCode()).isEqualTo(exit);
    assertThat(ended.printed().lines())
        .as(ended.printed())
        .filteredOn(line -> line.startsWith("parley: "))
        .hasSize(1);
    assertThat(ended.printed()).contains(parts).doesNotContain("\tat ", "Exception", "SEVERE");
  }
}

package dev.parley.launch;

import static dev.parley.war.testing.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.bridge.BridgeClasses;
import dev.parley.bridge.BridgeMain;
import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.RawMcp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The runnable file as its users start it, with no flags: the server is a child of the process that
 * they start, and the two are one to whoever starts and ends them.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RelaunchIT {
  private static final Path WAR = Path.of(System.getProperty("parley.war"));
  private static final String ABSENT = "jdbc:postgresql://127.0.0.1:1/absent";
  private static final Duration START = Duration.ofSeconds(60);

  /** The same for all tests, as the file of shared classes is. */
  @TempDir static Path cache;

  @TempDir Path data;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start(List<String> flags, Map<String, String> environment, String... words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dparley.cache=" + cache);
    command.addAll(flags);
    command.addAll(List.of("-jar", WAR.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(data.resolve("printed").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("XDG_CONFIG_HOME", data.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Process serve(int port, String... flags) throws IOException {
    Process process =
        start(
            List.of(flags),
            Map.of("PARLEY_LOG_FORMAT", "json"),
            "serve",
            "--port",
            Integer.toString(port),
            "--data",
            data.resolve("data").toString());
    eventually("healthy; it printed " + printed(), START, () -> isHealthy(port));
    return process;
  }

  private String printed() throws IOException {
    return Files.readString(data.resolve("printed"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isHealthy(int port) {
    try {
      URI health = URI.create("http://127.0.0.1:" + port + "/health");
      return ((HttpURLConnection) health.toURL().openConnection()).getResponseCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static Optional<ProcessHandle> server(Process launcher) {
    return launcher
        .children()
        .filter(child -> child.info().commandLine().orElse("").contains(".Serve"))
        .findFirst();
  }

  private static int ended(Process process) throws InterruptedException {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("it ended").isTrue();
    return process.exitValue();
  }

  @Test
  @Order(1)
  void prepare_makesTheClassesWithoutAnythingOfTheUser() throws Exception {
    Process prepare =
        start(List.of("-Dparley.db=" + ABSENT), Map.of("PARLEY_DB", ABSENT), "prepare");
    assertThat(prepare.waitFor(180, TimeUnit.SECONDS)).isTrue();
    assertThat(printed()).contains("Made ").contains("classes-");
    assertThat(prepare.exitValue()).isZero();
    assertThat(cache.resolve("bridge.jsa")).isRegularFile();
    assertThat(cache).isDirectoryNotContaining("glob:**/making-*");
    Process again = start(List.of(), Map.of(), "prepare");
    assertThat(ended(again)).isZero();
    assertThat(printed()).startsWith("All is made: ");
  }

  @Test
  @Order(2)
  void server_usesTheSharedClasses() throws Exception {
    Process launcher = serve(freePort());
    ProcessHandle server = server(launcher).orElseThrow();
    Path maps = Path.of("/proc", Long.toString(server.pid()), "maps");
    assumeTrue(Files.isReadable(maps), "no /proc here");
    try (Stream<Path> files = Files.walk(cache)) {
      Path classes =
          files
              .filter(file -> file.toString().matches(".*classes-.*\\.(jsa|aot)"))
              .findFirst()
              .orElseThrow();
      assertThat(Files.readString(maps)).contains(classes.toString());
    }
  }

  @Test
  @Order(3)
  void bridge_usesItsSharedClasses() throws Exception {
    Path loaded = data.resolve("loaded");
    List<String> flags = new ArrayList<>(BridgeClasses.flags(cache.resolve("bridge.jsa")));
    flags.add("-Xlog:class+load:file=" + loaded);
    Process bridge = start(flags, Map.of(), "mcp", "--help");
    assertThat(ended(bridge)).isZero();
    assertThat(loaded)
        .content()
        .contains("dev.parley.bridge.BridgeMain source: shared objects file (top)");
  }

  @Test
  void bridgeWithAFileThatDoesNotFit_printsItsOwnLinesAlone() throws Exception {
    Path other = Files.writeString(data.resolve("bridge.jsa"), "no archive");
    Process bridge = start(BridgeClasses.flags(other), Map.of(), "mcp", "--help");
    assertThat(ended(bridge)).isZero();
    assertThat(printed()).isEqualTo(BridgeMain.HELP);
  }

  @Test
  void server_hasTwoArenasOfTheCLibrary_andSmallBuffersOfThreads() throws Exception {
    ProcessHandle server = server(serve(freePort())).orElseThrow();
    Path environment = Path.of("/proc", Long.toString(server.pid()), "environ");
    assumeTrue(Files.isReadable(environment), "no /proc here");
    assertThat(Files.readString(environment)).contains("MALLOC_ARENA_MAX=2");
    assertThat(server.info().arguments().orElseThrow())
        .contains("-Djdk.nio.maxCachedBufferSize=262144");
  }

  @Test
  void sigterm_endsBothInOrder() throws Exception {
    Process launcher = serve(freePort());
    ProcessHandle server = server(launcher).orElseThrow();
    launcher.toHandle().destroy();
    assertThat(ended(launcher)).isEqualTo(143);
    assertThat(server.isAlive()).isFalse();
    assertThat(printed()).contains("\"server.stop\"");
  }

  @Test
  void kill9_endsBoth_andTheNextStartFindsPortAndDataFree() throws Exception {
    int port = freePort();
    Process launcher = serve(port);
    ProcessHandle server = server(launcher).orElseThrow();
    launcher.destroyForcibly();
    ended(launcher);
    eventually("the server ends", () -> !server.isAlive());
    assertThat(isHealthy(port)).isFalse();
    serve(port);
  }

  @Test
  void serverThatIsKilled_endsTheLauncherWithItsExitCode() throws Exception {
    Process launcher = serve(freePort());
    server(launcher).orElseThrow().destroyForcibly();
    assertThat(ended(launcher)).isEqualTo(137);
  }

  @Test
  void mistakeInTheWords_hasTheExitCodeOfTheServer() throws Exception {
    Process launcher = start(List.of(), Map.of(), "serve", "--port", "65536");
    assertThat(ended(launcher)).isEqualTo(2);
    assertThat(printed()).contains("--port must be 0 to 65535");
  }

  @Test
  void flagsOfTheUser_areThoseOfTheServer() throws Exception {
    Process launcher = serve(freePort(), "-Xmx300m", "-XX:+UseG1GC");
    assertThat(server(launcher).orElseThrow().info().arguments().orElseThrow())
        .contains("-Xmx300m", "-XX:+UseG1GC")
        .doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void serverThatAgentsAloneUse_startsNoJaxRs() throws Exception {
    int port = freePort();
    ProcessHandle server = server(serve(port)).orElseThrow();
    RawMcp agent = RawMcp.at(URI.create("http://127.0.0.1:" + port + "/mcp")).begin();
    agent.tool("list_rooms").accepted();
    agent.delete();
    assertThat(classes(server)).contains("dev.parley.").doesNotContain("org.glassfish.jersey.");

    HttpURLConnection page =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + port + "/api/me").toURL().openConnection();
    assertThat(page.getResponseCode()).isEqualTo(200);
    assertThat(classes(server)).contains("org.glassfish.jersey.");
  }

  /** Returns the names of the classes that have instances. */
  private static String classes(ProcessHandle server) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(server.pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    return new String(asked.getInputStream().readAllBytes(), UTF_8);
  }

  @Test
  void page_learnsThePathOfTheFile() throws Exception {
    int port = freePort();
    assertThat(server(serve(port))).isPresent();
    PageClient person =
        PageClient.loggedIn(URI.create("http://127.0.0.1:" + port), Map.of("name", "ann"));
    assertThat(Path.of(person.get("/api/me").json().path("file").asString()))
        .isEqualTo(WAR.toAbsolutePath().normalize());
  }

  @Test
  void tokenInTheStandardInput_isRead() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/stdin")), "no /dev/stdin here");
    int port = freePort();
    Process launcher =
        start(
            List.of(),
            Map.of(),
            "serve",
            "--port",
            Integer.toString(port),
            "--data",
            data.resolve("data").toString(),
            "--token-file",
            "/dev/stdin");
    try (OutputStream in = launcher.getOutputStream()) {
      in.write("token-of-the-input\n".getBytes(UTF_8));
    }
    eventually("healthy", START, () -> isHealthy(port));
    URI base = URI.create("http://127.0.0.1:" + port);
    Map<String, String> wrong = Map.of("name", "ann", "token", "another-token");
    assertThat(PageClient.stranger(base).send("POST", "/api/login", wrong).status()).isEqualTo(401);
    PageClient.loggedIn(base, Map.of("name", "ann", "token", "token-of-the-input"));
  }

  @Test
  void propertyOrFlagOfOneProcess_leavesTheServerInTheProcessThatWasStarted() throws Exception {
    for (String flag : List.of("-Dparley.relaunch=false", "-Xshare:auto")) {
      Process launcher = serve(freePort(), flag);
      assertThat(launcher.children()).isEmpty();
      launcher.destroyForcibly();
      ended(launcher);
    }
  }
}

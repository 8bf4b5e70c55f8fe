package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import dev.parley.war.nodes.TestNode;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An application server with Parley deployed at {@code /parley}, on loopback, needing {@link
 * #TOKEN}. Whatever happens, {@link #close} ends its processes and removes its folder.
 */
public abstract class ApplicationServer implements TestNode, AutoCloseable {
  private static final List<KnownWarning> ON_PURPOSE =
      List.of(
          new KnownWarning(
              "MicroProfile Config: parley.colour is no setting", "the key of another program"),
          new KnownWarning(
              "A wrong token was shown at ", "the conversation shows wrong ones on purpose"),
          new KnownWarning("An access token was refused: ", "one of a foreign key, on purpose"));

  /** What is asked of whoever comes. */
  public static final String TOKEN = "correct-horse";

  /** The settings in a file of the WAR; the environment has another token. */
  private static final String CONFIG =
      """
      parley.token=of-no-use
      parley.instance=${parley.colour} server
      parley.colour=blue
      """;

  /** Has a full collection clear what only caches hold on to. */
  static final String NO_SOFT_REFERENCES = "-XX:SoftRefLRUPolicyMSPerMB=0";

  static final Duration START_BOUND = Duration.ofMinutes(3);
  private static final String HOME = "home";
  private static final Set<Integer> GIVEN = new HashSet<>();

  private final ServerRun run;
  private final URI base;

  /** A server that is starting, which serves HTTP on {@code port}. */
  ApplicationServer(ServerRun run, int port) {
    this.run = run;
    this.base = base(port);
  }

  /** The settings of a deployment in a server with this folder and port, as variables. */
  static Map<String, String> settings(Path folder, int port, ServerSetup setup) {
    Map<String, String> settings = new HashMap<>();
    settings.put("PARLEY_TOKEN", TOKEN);
    settings.put("PARLEY_DATA", folder.resolve("data").toString());
    settings.put("PARLEY_HOME", folder.resolve(HOME).toString());
    settings.put("PARLEY_RATE_LIMIT", "off");
    settings.put("PARLEY_OAUTH", "on");
    settings.putAll(setup.settings());
    if (settings.containsKey("PARLEY_NODE")) {
      settings.put("PARLEY_ADVERTISE", base(port).toString());
    }
    return settings;
  }

  private static URI base(int port) {
    return URI.create("http://127.0.0.1:" + port + "/parley");
  }

  /** A port nobody listens on. */
  static synchronized int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return GIVEN.add(socket.getLocalPort()) ? socket.getLocalPort() : freePort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A copy of the WAR in {@code folder}, with {@link #CONFIG} as its MicroProfile Config. */
  static Path war(Path folder) throws IOException {
    Path war = folder.resolve("parley.war");
    Files.copy(Path.of(System.getProperty("parley.war")), war);
    try (FileSystem files = FileSystems.newFileSystem(war)) {
      Path inside = files.getPath("WEB-INF/classes/META-INF/microprofile-config.properties");
      Files.createDirectories(inside.getParent());
      Files.writeString(inside, CONFIG);
    }
    return war;
  }

  /**
   * Takes Parley out of the server and waits for that. Fails where something of it stays behind.
   *
   * @return what was done and seen
   */
  abstract String undeploy();

  /** Deploys Parley anew in the running server, and waits until it is healthy. */
  final void redeploy() {
    deployAnew();
    var unused = awaited();
  }

  /** Takes Parley out of the running server and puts it back. */
  abstract void deployAnew();

  /** Warnings and errors this server logs of its own, each with the reason it is not Parley's. */
  abstract List<KnownWarning> known();

  /** Whether the server has given up on the WAR. */
  abstract boolean refusedTheWar();

  ServerRun run() {
    return run;
  }

  /** Its address with the context, without a slash at the end. */
  public URI base() {
    return base;
  }

  /** The folder of memory and of the files of teams. */
  public Path home() {
    return run.folder().resolve(HOME);
  }

  /** The address of a path below the context. */
  URI at(String path) {
    return URI.create(base + path);
  }

  /** Someone with the token, who has not said anything yet. */
  RawMcp stranger(String path) {
    return RawMcp.at(at(path)).header("Authorization", "Bearer " + TOKEN);
  }

  @Override
  public RawMcp stranger() {
    return stranger("/mcp");
  }

  /** Someone with a session and an open event stream. */
  RawMcp client(String path) {
    RawMcp client = stranger(path).begin();
    client.listen();
    return client;
  }

  /**
   * Warnings and errors in the log that nobody has explained.
   *
   * @param more what a test brings about on purpose
   */
  List<String> unexplained(KnownWarning... more) {
    return LogRecords.troubles(run.log()).stream()
        .filter(record -> ON_PURPOSE.stream().noneMatch(known -> known.explains(record)))
        .filter(record -> Stream.of(more).noneMatch(known -> known.explains(record)))
        .filter(record -> known().stream().noneMatch(known -> known.explains(record)))
        .toList();
  }

  /** Itself, once it is healthy. */
  final ApplicationServer awaited() {
    try {
      eventually("Parley is healthy in " + getClass().getSimpleName(), START_BOUND, this::healthy);
      return this;
    } catch (AssertionError | RuntimeException e) {
      AssertionError told = new AssertionError(e.getMessage() + "\n" + run.excerpt(), e);
      close();
      throw told;
    }
  }

  private boolean healthy() {
    if (!run.isAlive() || refusedTheWar()) {
      throw new AssertionError("it did not start, or did not take the WAR");
    }
    return status("/health") == 200;
  }

  /** The HTTP status of a GET with the token; 0 where nobody answers. */
  int status(String path) {
    try {
      Reply reply = stranger(path).get();
      return reply.status();
    } catch (AssertionError notListening) {
      return 0;
    }
  }

  /** Ends it in the middle of whatever it does; what it has is kept. */
  public void kill9() {
    run.kill9();
  }

  /** Ends it in order; what it has is kept. */
  public void stop() {
    run.sigterm();
  }

  /**
   * Starts it once more, at the same address and with what it had, and waits until it is healthy.
   */
  public void startAgain() {
    run.startAgain();
    var unused = awaited();
  }

  /** Ends it in order, and starts it once more with further or other settings. */
  void startAgainWith(Map<String, String> settings) {
    stop();
    run.set(settings);
    startAgain();
  }

  @Override
  public void close() {
    run.close();
  }
}

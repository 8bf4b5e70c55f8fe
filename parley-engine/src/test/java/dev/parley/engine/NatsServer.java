package dev.parley.engine;

import static dev.parley.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A NATS server with JetStream, where the machine has the program for it: our own, in a directory
 * of its own, on a free port of loopback. It ends with the JVM at the latest.
 *
 * <p>Where the program is not there, the tests that ask are skipped; with {@code
 * PARLEY_REQUIRE_DATABASES} set to {@code all} they fail.
 */
public final class NatsServer {
  private static final String REQUIRED = "PARLEY_REQUIRE_DATABASES";
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");
  private static final Optional<Path> PROGRAM = program();

  static {
    if (PROGRAM.isEmpty() && !isRequired()) {
      System.out.println(
          "NATS is not on this machine: what runs on it is skipped"
              + " (apt-get install nats-server).");
    }
  }

  /** The one that tests share which leave it alone. */
  private static final class Shared {
    private static final NatsServer SERVER = newServer();
  }

  private final Path home;
  private final int port;
  private Process process;

  private NatsServer(Path home, int port) {
    this.home = home;
    this.port = port;
  }

  /** A server that others use too: with names of your own there is nothing on it. */
  public static NatsServer shared() {
    checkThere();
    return Shared.SERVER;
  }

  /** A server for whoever takes it away. */
  public static NatsServer newServer() {
    checkThere();
    try {
      NatsServer server = new NatsServer(Files.createTempDirectory("parley-nats"), freePort());
      Runtime.getRuntime().addShutdownHook(new Thread(server::end));
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where its files are. */
  public Path home() {
    return home;
  }

  /** Where it is reached. */
  public String url() {
    return "nats://127.0.0.1:" + port;
  }

  /** Starts it again, with what it has in its files. */
  public synchronized void start() {
    try {
      process =
          new ProcessBuilder(
                  PROGRAM.orElseThrow().toString(),
                  "-js",
                  "-a",
                  "127.0.0.1",
                  "-p",
                  Integer.toString(port),
                  "-sd",
                  home.resolve("data").toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()))
              .start();
      eventually("NATS answers", () -> !process.isAlive() || answers());
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(home.resolve("log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it; its files stay. */
  public synchronized void kill() {
    try {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops it where it stands, its connections open and silent. */
  public void pause() {
    signal("-STOP");
  }

  /** Lets it go on after a pause. */
  public void goOn() {
    signal("-CONT");
  }

  /** Ends it, with all it had. */
  public synchronized void end() {
    process.destroyForcibly();
    if (!Files.exists(home)) {
      return; // it was ended before
    }
    try (Stream<Path> files = Files.walk(home)) {
      process.waitFor(10, TimeUnit.SECONDS);
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | InterruptedException leftBehind) {
      System.err.println("left behind: " + home);
    }
  }

  private void signal(String signal) {
    try {
      new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkThere() {
    if (PROGRAM.isEmpty() && isRequired()) {
      throw new IllegalStateException("NATS is not there, and " + REQUIRED + " is 'all'");
    }
    Assumptions.assumeTrue(PROGRAM.isPresent(), "NATS is not on this machine");
  }

  private static boolean isRequired() {
    return "all".equals(System.getenv(REQUIRED));
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), FOLDERS.stream())
        .map(folder -> Path.of(folder, "nats-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** It greets whoever connects. */
  private boolean answers() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      return socket.getInputStream().read() == 'I';
    } catch (IOException notYet) {
      return false;
    }
  }
}

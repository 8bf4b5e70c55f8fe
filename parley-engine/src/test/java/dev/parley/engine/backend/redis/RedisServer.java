package dev.parley.engine.backend.redis;

import static dev.parley.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A Redis of our own, where the machine has the program for it: in a directory of its own, on
 * loopback, ended with the JVM. What it has answered for is in its file: with any other {@code
 * appendfsync} it may answer first where the disk is busy, and lose that when it is killed.
 *
 * <p>Where it is not there, the tests that ask are skipped; with {@code PARLEY_REQUIRE_DATABASES}
 * set to {@code all} they fail.
 */
public final class RedisServer implements AutoCloseable {
  private static final String REQUIRED = "PARLEY_REQUIRE_DATABASES";
  private static final List<String> FOLDERS = List.of("/usr/bin", "/usr/local/bin");
  private static final Optional<Path> PROGRAM = program();

  static {
    if (PROGRAM.isEmpty() && !isRequired()) {
      System.out.println(
          "Redis is not on this machine: what runs on it is skipped"
              + " (apt-get install redis-server).");
    }
  }

  private final Path program;
  private final Path home;
  private final int port;
  private final Thread end = new Thread(this::close);
  private Process process;

  private RedisServer(Path program) throws IOException {
    this.program = program;
    this.home = Files.createTempDirectory("parley-redis");
    this.port = freePort();
    Runtime.getRuntime().addShutdownHook(end);
  }

  /** A server that runs and holds nothing. */
  public static RedisServer start() {
    if (PROGRAM.isEmpty() && isRequired()) {
      throw new IllegalStateException("Redis is not there, and " + REQUIRED + " is 'all'");
    }
    Assumptions.assumeTrue(PROGRAM.isPresent(), "Redis is not on this machine");
    try {
      RedisServer server = new RedisServer(PROGRAM.orElseThrow());
      server.run();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where its files are. */
  public Path home() {
    return home;
  }

  /** Its address. */
  public URI address() {
    return URI.create("redis://127.0.0.1:" + port);
  }

  /** Runs it over what it had written before. */
  public void run() throws IOException {
    process =
        new ProcessBuilder(
                program.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--dir",
                home.toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    eventually("Redis answers", () -> !process.isAlive() || answers());
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(home.resolve("log")));
    }
  }

  /** Kills it, as {@code kill -9} does. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has it carry out one command. */
  public Object execute(Command command, String... words) {
    try (Connection line = new Connection("127.0.0.1", port)) {
      line.sendCommand(command, words);
      return line.getOne();
    }
  }

  private boolean answers() {
    try {
      execute(Command.PING);
      return true;
    } catch (JedisException notYet) {
      return false;
    }
  }

  private static boolean isRequired() {
    return "all".equals(System.getenv(REQUIRED));
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.concat(Stream.of(path.split(File.pathSeparator)), FOLDERS.stream())
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    if (Thread.currentThread() != end) {
      Runtime.getRuntime().removeShutdownHook(end);
    }
    if (process != null) {
      kill();
    }
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException leftBehind) {
      System.err.println("left behind: " + home);
    }
  }
}

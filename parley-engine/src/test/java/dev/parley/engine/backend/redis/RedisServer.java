package dev.parley.engine.backend.redis;

import static dev.parley.Eventually.eventually;
import static java.util.Comparator.naturalOrder;

import dev.parley.engine.ServerProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A Redis of our own: in a directory of its own, on loopback, ended with the JVM. What it has
 * answered for is in its file: with any other {@code appendfsync} it may answer first where the
 * disk is busy, and lose that when it is killed. {@link ServerProgram} says what happens where it
 * is absent.
 */
public final class RedisServer implements AutoCloseable {
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
    Path program = ServerProgram.REDIS.require();
    try {
      RedisServer server = new RedisServer(program);
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

  /**
   * Takes the end of its file away, from the last place of {@code text} on: a server that is killed
   * while it writes may leave such a file.
   */
  public void cutFile(String text) throws IOException {
    Path file = home.resolve("appendonly.aof");
    if (!Files.exists(file)) { // Redis 7 has a folder with the parts of the file
      try (Stream<Path> parts = Files.list(home.resolve("appendonlydir"))) {
        file =
            parts
                .filter(part -> part.toString().endsWith(".incr.aof"))
                .max(naturalOrder())
                .orElseThrow();
      }
    }
    String written = Files.readString(file, StandardCharsets.ISO_8859_1);
    int end = written.lastIndexOf(text);
    if (end < 0) {
      throw new IllegalStateException("the file has no " + text);
    }
    Files.writeString(file, written.substring(0, end), StandardCharsets.ISO_8859_1);
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

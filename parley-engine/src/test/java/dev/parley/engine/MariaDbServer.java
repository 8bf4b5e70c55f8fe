package dev.parley.engine;

import static dev.parley.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One MariaDB for all the tests of a JVM: a server of our own in a directory of its own, on
 * loopback, started by the first test that asks, ended with the JVM. It runs on its built-in
 * settings, so whatever text it is to keep as it is, our migrations have to say so. {@link
 * ServerProgram} says what happens where it is absent.
 */
public final class MariaDbServer {
  /** The one server; a class of its own, so that a skipped test does not break the next one. */
  private static final class Shared {
    private static final String URL = start(ServerProgram.MARIADB.require());
  }

  private MariaDbServer() {}

  /** The URL of a new, empty database. */
  public static String newDatabase() {
    ServerProgram.MARIADB.require();
    String name = "t" + UUID.randomUUID().toString().replace("-", "");
    execute("CREATE DATABASE " + name);
    return Shared.URL.replace("/?", "/" + name + "?");
  }

  /** The installer beside {@code server}, with the folder it is to take its files from. */
  private static List<String> installer(Path server) {
    Path base = server.resolveSibling("..").normalize();
    Path packed = base.resolve("scripts").resolve("mariadb-install-db");
    return Files.isExecutable(packed)
        ? List.of(packed.toString(), "--no-defaults", "--basedir=" + base)
        : List.of(
            ServerProgram.installed("mariadb-install-db").orElseThrow().toString(),
            "--no-defaults");
  }

  private static String start(Path server) {
    try {
      Path home = Files.createTempDirectory("parley-mariadb");
      String data = "--datadir=" + home.resolve("data");
      String user = "--user=" + System.getProperty("user.name");
      List<String> install = new ArrayList<>(installer(server));
      install.addAll(
          List.of("--auth-root-authentication-method=normal", "--skip-test-db", data, user));
      run(home, install);
      int port = freePort();
      Process process =
          program(
                  home,
                  List.of(
                      server.toString(),
                      "--no-defaults",
                      "--basedir=" + server.resolveSibling("..").normalize(),
                      data,
                      user,
                      "--bind-address=127.0.0.1",
                      "--port=" + port,
                      "--socket=" + home.resolve("s"),
                      "--pid-file=" + home.resolve("pid"),
                      "--max-connections=300",
                      "--innodb-flush-log-at-trx-commit=0",
                      "--innodb-flush-method=nosync",
                      "--innodb-buffer-pool-size=64M",
                      "--performance-schema=OFF"))
              .redirectOutput(home.resolve("log").toFile())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, home)));
      String url = "jdbc:mariadb://127.0.0.1:" + port + "/?user=root";
      eventually("MariaDB answers", () -> !process.isAlive() || answers(url));
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(home.resolve("log")));
      }
      return url;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A program with a folder of its own for temporary files. At its start a server removes those of
   * all servers that share the folder.
   */
  private static ProcessBuilder program(Path home, List<String> command) throws IOException {
    ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
    Path temporary = Files.createDirectories(home.resolve("tmp"));
    program.environment().put("TMPDIR", temporary.toString());
    return program;
  }

  private static void run(Path home, List<String> command) throws IOException {
    Path log = home.resolve("install.log");
    try {
      Process process = program(home, command).redirectOutput(log.toFile()).start();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(command.get(0) + " failed:\n" + Files.readString(log));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(String url) {
    try (Connection connection = DriverManager.getConnection(url)) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  private static void execute(String statement) {
    try (Connection connection = DriverManager.getConnection(Shared.URL);
        Statement words = connection.createStatement()) {
      words.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Nothing of it is wanted again, so it need not end in order. */
  private static void end(Process process, Path home) {
    process.destroyForcibly();
    try (Stream<Path> files = Files.walk(home)) {
      process.waitFor(10, TimeUnit.SECONDS);
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | InterruptedException leftBehind) {
      System.err.println("left behind: " + home);
    }
  }
}

package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A broker of our own, on a free port of loopback, that has what it answered for in its files.
 * Where the machine has no such program, whoever asks is skipped; with {@code
 * PARLEY_REQUIRE_DATABASES} set to {@code all} it fails.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final String REQUIRED = "PARLEY_REQUIRE_DATABASES";
  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");

  private final String scheme;
  private final int port;
  private final int monitorPort;
  private final Path home;
  private final List<String> command;
  private @Nullable Process process;

  private BrokerProcess(String scheme, String program, List<String> options) {
    this.scheme = scheme;
    this.command = new ArrayList<>(List.of(installed(program)));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket another = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
      this.monitorPort = another.getLocalPort();
      this.home = Files.createTempDirectory("parley-" + scheme);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String option : options) {
      command.add(
          option
              .replace("PORT", String.valueOf(port))
              .replace("MONITOR", String.valueOf(monitorPort))
              .replace("HOME", home.toString()));
    }
    start();
  }

  /** A Redis that has forced to its file what it answered for. */
  public static BrokerProcess redis() {
    String options =
        "--bind 127.0.0.1 --port PORT --dir HOME --appendonly yes --appendfsync always";
    return new BrokerProcess("redis", "redis-server", List.of(options.split(" ")));
  }

  /** A NATS server with JetStream on files. */
  public static BrokerProcess nats() {
    String options = "-js -a 127.0.0.1 -p PORT -m MONITOR -sd HOME/streams";
    return new BrokerProcess("nats", "nats-server", List.of(options.split(" ")));
  }

  /** The address, as the option of a server. */
  public String url() {
    return scheme + "://127.0.0.1:" + port;
  }

  /** The address at which NATS reports its traffic. */
  public URL monitor() throws MalformedURLException {
    return new URL("http://127.0.0.1:" + monitorPort + "/varz");
  }

  /** Its process, while it runs. */
  public Optional<ProcessHandle> handle() {
    return Optional.ofNullable(process).map(Process::toHandle);
  }

  void start() {
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()))
              .start();
      process = started;
      eventually(scheme + " listens", () -> !started.isAlive() || listens());
      if (!started.isAlive()) {
        throw new AssertionError(Files.readString(home.resolve("log")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void kill9() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      eventually(scheme + " is gone", () -> !running.isAlive());
    }
  }

  @Override
  public void close() {
    kill9();
    try (Stream<Path> files = Files.walk(home)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static String installed(String program) {
    Optional<Path> found =
        FOLDERS.stream()
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst();
    if (found.isEmpty() && "all".equals(System.getenv(REQUIRED))) {
      throw new AssertionError(program + " is not there, and " + REQUIRED + " is 'all'");
    }
    Assumptions.assumeTrue(found.isPresent(), program + " is not on this machine");
    return found.orElseThrow().toString();
  }
}

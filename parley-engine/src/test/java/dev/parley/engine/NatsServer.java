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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A NATS server with JetStream: our own, in a directory of its own, on a free port of loopback. It
 * ends with the JVM at the latest. {@link ServerProgram} says what happens where it is absent.
 */
public final class NatsServer {
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
    ServerProgram.NATS.require();
    return Shared.SERVER;
  }

  /** A server for whoever takes it away. */
  public static NatsServer newServer() {
    ServerProgram.NATS.require();
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
                  ServerProgram.NATS.require().toString(),
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

package dev.parley.war.process;

import dev.parley.war.driver.Caller;
import dev.parley.war.driver.KeepAlive;
import dev.parley.war.driver.Wire;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A Parley server in a JVM of its own, with an empty database and without limits a load meets. */
public final class ServerProcess implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_AGAIN_NANOS = 4_000_000;
  private static final Set<List<String>> PREPARED = ConcurrentHashMap.newKeySet();

  private final Process process;
  private final Path data;
  private final InetSocketAddress address;
  private final long millisToHealthy;
  private Supplier<Caller> callers = () -> Caller.OPEN;

  private ServerProcess(Process process, Path data, InetSocketAddress address, long startedAt)
      throws IOException {
    this.process = process;
    this.data = data;
    this.address = address;
    awaitHealthy(startedAt + PATIENCE_NANOS);
    this.millisToHealthy = (System.nanoTime() - startedAt) / 1_000_000;
  }

  /** Starts one with these options and waits until it says that it is healthy. */
  public static ServerProcess start(ServerFile file, String... options) throws IOException {
    return start(Files.createTempDirectory("parley-bench"), freePort(), file, options);
  }

  /** Ends it and starts another one with the same data and the same port. */
  public ServerProcess restart(ServerFile file, String... options) throws IOException {
    end();
    return start(data, address.getPort(), file, options);
  }

  private static ServerProcess start(Path data, int port, ServerFile file, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(file.serverFlags());
    command.add("-Dparley.stopWithParent=true");
    command.addAll(List.of("-jar", file.war().toString()));
    prepare(command);
    command.add("serve");
    command.addAll(List.of("--port", Integer.toString(port), "--data", data.toString()));
    command.addAll(List.of("--rate-limit", "off"));
    command.addAll(List.of(options));
    File log = data.resolve("server.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    for (String bound : List.of("MESSAGES", "TASKS", "ARTIFACTS")) {
      builder.environment().put("PARLEY_MAX_" + bound, "1000000");
    }
    builder.environment().put("PARLEY_MAX_EXCHANGES", "off"); // its agents answer without end
    long startedAt = System.nanoTime();
    Process process = builder.start();
    return new ServerProcess(
        process, data, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), startedAt);
  }

  /** Does once what the first start would do beside the load; an older WAR knows no such word. */
  private static void prepare(List<String> command) throws IOException {
    if (PREPARED.add(List.copyOf(command))) {
      List<String> preparing = new ArrayList<>(command);
      preparing.add("prepare");
      Process process =
          new ProcessBuilder(preparing)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  public InetSocketAddress address() {
    return address;
  }

  public String origin() {
    return "http://127.0.0.1:" + address.getPort();
  }

  public String url() {
    return origin() + "/mcp";
  }

  public long millisToHealthy() {
    return millisToHealthy;
  }

  public Path data() {
    return data;
  }

  /** Has each client be one of these from now on. */
  public void callers(Supplier<Caller> clients) {
    callers = clients;
  }

  public Caller nextCaller() {
    return callers.get();
  }

  /** The JVM that the server runs in, which the launcher may have started. */
  public long pid() {
    return process.children().findFirst().map(ProcessHandle::pid).orElse(process.pid());
  }

  /** The figures of the server and of what started it. */
  public ProcFigures figures() {
    return new ProcFigures(
        Stream.concat(Stream.of(process.toHandle()), process.children())
            .map(ProcessHandle::pid)
            .toList());
  }

  /** Returns the answer of {@code jcmd} about this JVM. */
  public String jcmd(String what) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process asked =
        new ProcessBuilder(jcmd, Long.toString(pid()), what).redirectErrorStream(true).start();
    return new String(asked.getInputStream().readAllBytes(), Wire.ASCII);
  }

  @Override
  public void close() {
    end();
    try (Stream<Path> files = Files.walk(data)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file with what this process, and those before it with the same data, printed. */
  public Path log() {
    return data.resolve("server.log");
  }

  /** Ends it by SIGKILL, the server before what started it. */
  public void kill() {
    process.children().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    end();
  }

  private void end() {
    process.destroy();
    awaitEnd(process);
  }

  /** Waits for the end of a process, and ends it after ten seconds. */
  static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitHealthy(long deadline) throws IOException {
    while (System.nanoTime() < deadline && process.isAlive()) {
      try (KeepAlive health = new KeepAlive(address)) {
        if (health.ask(Wire.get(address, "/health", "")) == 200) {
          return;
        }
      } catch (IOException notYet) {
        // refused, or cut while it starts
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    String log = Files.readString(log());
    close();
    throw new IOException("the server did not become healthy: " + log);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}

package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** A started server: its processes, its folder, and all it printed. */
final class ServerRun implements AutoCloseable {
  private static final Duration END_BOUND = Duration.ofSeconds(60);
  private static final int EXCERPT_TROUBLES = 5;
  private static final int EXCERPT_LINES = 80;

  private final Path folder;
  private final Path log;
  private final ProcessBuilder start;
  private volatile Process process;
  private final Thread ifWeAreStopped = new Thread(this::kill, "kill-server");

  private ServerRun(Path folder, Path log, ProcessBuilder start) throws IOException {
    this.folder = folder;
    this.log = log;
    this.start = start;
    this.process = start.start();
    Runtime.getRuntime().addShutdownHook(ifWeAreStopped);
  }

  /** Starts {@code command} in {@code folder}, which is removed when it is closed. */
  static ServerRun start(Path folder, List<String> command, Map<String, String> settings) {
    try {
      Path log = folder.resolve("printed.log");
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
      Map<String, String> environment = builder.environment();
      environment.keySet().removeIf(name -> name.startsWith("PARLEY_"));
      environment.keySet().removeIf(name -> name.equals("JAVA_OPTS") || name.startsWith("JBOSS_"));
      environment.put("JAVA_HOME", System.getProperty("java.home"));
      environment.putAll(settings);
      return new ServerRun(folder, log, builder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives its next start these variables of the environment. */
  void set(Map<String, String> settings) {
    start.environment().putAll(settings);
  }

  /** Once it has ended, starts the same command in the same folder. */
  void startAgain() {
    try {
      process = start.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path folder() {
    return folder;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** All it printed until now. */
  String log() {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first warnings and errors and the end of what it printed, for the message of a failure. */
  String excerpt() {
    String log = log();
    List<String> troubles = LogRecords.troubles(log).stream().limit(EXCERPT_TROUBLES).toList();
    List<String> lines = log.lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - EXCERPT_LINES), lines.size());
    return "the server's log has " + troubles + "\nand ends with\n" + String.join("\n", last);
  }

  /** Returns a handler that adds the excerpt of a run to each failure of a test. */
  static TestExecutionExceptionHandler excerptWith(Supplier<ServerRun> run) {
    return (context, failure) -> {
      failure.addSuppressed(new AssertionError(run.get().excerpt()));
      throw failure;
    };
  }

  /** The names of its threads. */
  List<String> threads() {
    return jcmd("Thread.print")
        .lines()
        .filter(line -> line.startsWith("\""))
        .map(line -> line.substring(1, line.indexOf('"', 1)))
        .toList();
  }

  /**
   * The answer of its JVM to a command, or to several where the words are {@code -f} and a file.
   */
  String jcmd(String... words) {
    ProcessHandle java =
        process
            .descendants()
            .filter(below -> below.info().command().orElse("").endsWith("java"))
            .findFirst()
            .orElse(process.toHandle());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add("" + java.pid());
    command.addAll(List.of(words));
    try {
      Process asked = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a line to its standard input. */
  void say(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks it to end, and answers its exit code. */
  int sigterm() {
    process.destroy();
    try {
      if (!process.waitFor(END_BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running " + END_BOUND + " after SIGTERM\n" + excerpt());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends all its processes at once. */
  void kill9() {
    List<ProcessHandle> all = kill();
    eventually("the killed server is gone", () -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Override
  public void close() {
    kill9();
    Runtime.getRuntime().removeShutdownHook(ifWeAreStopped);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ProcessHandle> kill() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }
}

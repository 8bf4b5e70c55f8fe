package dev.parley.war.testing;

import static dev.parley.war.testing.Eventually.eventually;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A started {@code java -jar parley.war serve} and everything it printed. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration END_BOUND = Duration.ofSeconds(30);

  private final Process process;
  private final Path data;
  private final boolean temporary;
  private final List<String> printed = new CopyOnWriteArrayList<>();
  private final Thread printing;

  /**
   * How it ended.
   *
   * @param exitCode 143 after SIGTERM, 137 after SIGKILL
   * @param printed all it printed on either stream
   * @param took from being asked, or from the start, to the end
   */
  public record Ended(int exitCode, String printed, Duration took) {}

  ServerProcess(Process process, Path data, boolean temporary) {
    this.process = process;
    this.data = data;
    this.temporary = temporary;
    this.printing = new Thread(this::collect, "printed-by-server");
    printing.setDaemon(true);
    printing.start();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  Path data() {
    return data;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  List<String> printed() {
    return List.copyOf(printed);
  }

  Ended ended() {
    long from = System.nanoTime();
    try {
      if (!process.waitFor(END_BOUND.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running after " + END_BOUND + ": " + printed);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - from);
      printing.join(END_BOUND.toMillis());
      return new Ended(process.exitValue(), String.join("\n", printed), took);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  Ended sigterm() {
    process.toHandle().destroy(); // the process itself would close what it prints to
    return ended();
  }

  Ended kill9() {
    process.destroyForcibly();
    return ended();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    eventually("the killed server is gone", () -> !process.isAlive());
    if (temporary) {
      remove(data);
    }
  }

  private void collect() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        printed.add(line);
      }
    } catch (IOException killed) {
      printed.add("(its output broke off)");
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

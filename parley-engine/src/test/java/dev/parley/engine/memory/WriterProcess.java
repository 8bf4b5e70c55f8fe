package dev.parley.engine.memory;

import dev.parley.memory.Memory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A {@link MemoryWriter} of its own JVM. */
final class WriterProcess implements AutoCloseable {
  private static final int BOUND_SECONDS = 60;

  private final Process process;
  private final BufferedReader said;

  /** Starts it; it waits until it is told to begin. */
  WriterProcess(Path folder, String name, int from, int to) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                Stream.of(MemoryWriter.class, MarkdownFolder.class, Memory.class)
                    .map(WriterProcess::root)
                    .distinct()
                    .collect(Collectors.joining(File.pathSeparator)),
                MemoryWriter.class.getName(),
                folder.toString(),
                name,
                "" + from,
                "" + to)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
  }

  void awaitReady() throws IOException {
    if (!"ready".equals(said.readLine())) {
      throw new IllegalStateException("the writer did not start");
    }
  }

  void begin() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** The number of the next write it says is kept. */
  int awaitWrite() throws IOException {
    return Integer.parseInt(String.valueOf(said.readLine()));
  }

  /** Kills it after so long; answers what more it had said. */
  List<Integer> killAfter(long micros) throws Exception {
    if (process.waitFor(micros, TimeUnit.MICROSECONDS)) {
      throw new IllegalStateException("the writer ended by itself");
    }
    // through its handle, which leaves what it said to be read
    if (!process.toHandle().destroyForcibly()) {
      throw new IllegalStateException("the writer could not be killed");
    }
    return ended();
  }

  /** What more it says until it ends. */
  List<Integer> ended() throws Exception {
    List<Integer> numbers = said.lines().map(Integer::valueOf).toList();
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the writer did not end");
    }
    return numbers;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String root(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

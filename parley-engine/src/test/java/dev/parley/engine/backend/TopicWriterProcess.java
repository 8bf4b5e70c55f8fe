package dev.parley.engine.backend;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link TopicWriter} of its own JVM. */
final class TopicWriterProcess implements AutoCloseable {
  private static final int BOUND_SECONDS = 60;

  private final Path complaints;
  private final Process process;
  private final BufferedReader said;

  /** Starts it; it waits until it is told to begin. */
  TopicWriterProcess(String address, String name) throws IOException {
    this(address, name, System.getProperty("java.class.path"));
  }

  /** The same with this class path. */
  TopicWriterProcess(String address, String name, String classPath) throws IOException {
    complaints = Files.createTempFile("writer", ".log");
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                classPath,
                TopicWriter.class.getName(),
                address,
                name)
            .redirectError(complaints.toFile())
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
  }

  /** What it says first: {@code ready}, or why it is not. */
  String firstWord() throws IOException {
    return String.valueOf(said.readLine());
  }

  void begin() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** What more it says until it ends. */
  List<String> ended() throws IOException, InterruptedException {
    List<String> lines = said.lines().toList();
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException(
          "having said " + lines + " the writer complained: " + Files.readString(complaints));
    }
    return lines;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.delete(complaints);
  }
}

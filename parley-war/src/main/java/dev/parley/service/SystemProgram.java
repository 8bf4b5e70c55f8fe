package dev.parley.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The programs of the operating system that this one runs. */
@FunctionalInterface
interface SystemProgram {
  /** The time that a program may take; {@code systemctl} waits for the end of a service. */
  int MAX_SECONDS = 90;

  /** The bytes of its output that are read. */
  int MAX_OUTPUT = 65_536;

  /**
   * The end of a program.
   *
   * @param code its exit code
   * @param output both of its streams, cut
   */
  record Ended(int code, String output) {}

  /**
   * Runs a program and waits for its end.
   *
   * @throws IOException where it is absent, or does not end
   */
  Ended run(List<String> command) throws IOException;

  /** Returns the real ones. */
  static SystemProgram ofThisMachine() {
    return SystemProgram::runHere;
  }

  private static Ended runHere(List<String> command) throws IOException {
    Path file = Files.createTempFile("parley-service", ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile()).start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(command.get(0) + " did not end within " + MAX_SECONDS + " s");
      }
      try (InputStream output = Files.newInputStream(file)) {
        String text = new String(output.readNBytes(MAX_OUTPUT), UTF_8);
        return new Ended(process.exitValue(), text.strip());
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stop);
    } finally {
      process.destroy();
      Files.deleteIfExists(file);
    }
  }
}

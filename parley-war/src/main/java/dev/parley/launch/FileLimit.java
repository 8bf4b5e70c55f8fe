package dev.parley.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The number of files and connections this process may have open, as Linux reports it. */
public final class FileLimit {
  /** The files of the program, of the database and of some dozen connections. */
  static final long NEEDED = 256;

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String LINE = "Max open files";

  private FileLimit() {}

  /**
   * The soft limit, which the JVM has raised to the hard one; a great number where it is unknown.
   */
  public static long known() {
    try {
      for (String line : Files.readAllLines(LIMITS)) {
        if (line.startsWith(LINE)) {
          String soft = line.substring(LINE.length()).strip();
          soft = soft.substring(0, soft.indexOf(' '));
          return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
        }
      }
    } catch (IOException | RuntimeException elsewhere) {
      // another system has another way to say it
    }
    return Long.MAX_VALUE;
  }
}

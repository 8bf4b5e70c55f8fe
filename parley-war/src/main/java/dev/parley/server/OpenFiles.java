package dev.parley.server;

import dev.parley.launch.FileLimit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Says in the log that this process has as many files and connections open as it may: from then on
 * connections wait, and nothing else would say why. Where the operating system shows no {@code
 * /proc}, this is idle.
 */
final class OpenFiles {
  private static final System.Logger LOG = System.getLogger(OpenFiles.class.getName());
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final long LOOK_EVERY_MILLIS = 5_000;
  private static final long LOG_EVERY_NANOS = Duration.ofMinutes(1).toNanos();

  /** So few are left that a connection and a file of the database may not both be had. */
  private static final int FEW = 8;

  private final long most;
  private long loggedAt = System.nanoTime() - LOG_EVERY_NANOS;

  private OpenFiles(long most) {
    this.most = most;
  }

  /** Looks every five seconds from now on, on a thread of its own. */
  static void watch() {
    long most = FileLimit.known();
    if (most < Long.MAX_VALUE && Files.isDirectory(OPEN)) {
      Thread thread = new Thread(new OpenFiles(most)::look, "parley-files");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void look() {
    try {
      while (true) {
        if (isUsedUp() && System.nanoTime() - loggedAt >= LOG_EVERY_NANOS) {
          loggedAt = System.nanoTime();
          LOG.log(
              System.Logger.Level.ERROR,
              "This process has all the files and connections open that it may, {0}: new"
                  + " connections wait until others end. A higher limit is set before the start:"
                  + " ulimit -n 4096",
              String.valueOf(most));
        }
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns true if no file is left to open: then the list of open files cannot be opened either.
   */
  private boolean isUsedUp() {
    long open = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN)) {
      for (Path unused : files) {
        open++;
      }
    } catch (IOException none) {
      return true;
    }
    return open >= most - FEW;
  }
}

package dev.parley.war.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of a server's threads, in nanoseconds. The kernel counts a whole process in
 * hundredths of a second only, which is too coarse for a slice. The threads of the JVM's compilers
 * are left out: they work off what earlier slices asked for, whichever slice is running.
 */
final class ThreadCpu {
  private static final String COMPILER = "CompilerThre";

  private final Path tasks;
  private final Map<String, Boolean> compilers = new HashMap<>();
  private Map<String, Long> before = Map.of();

  ThreadCpu(long pid) {
    this.tasks = Path.of("/proc", Long.toString(pid), "task");
  }

  /** Nanoseconds since the last call; a thread that ended meanwhile is missing. */
  long sinceLast() {
    Map<String, Long> now = read();
    long nanos = 0;
    for (Map.Entry<String, Long> thread : now.entrySet()) {
      nanos += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
    }
    before = now;
    return nanos;
  }

  private Map<String, Long> read() {
    Map<String, Long> now = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        String id = thread.getFileName().toString();
        if (!compilers.computeIfAbsent(id, name -> isCompiler(thread))) {
          String statistics = text(thread.resolve("schedstat"));
          if (!statistics.isEmpty()) {
            now.put(id, Long.parseLong(statistics.split(" ", 2)[0]));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return now;
  }

  private static boolean isCompiler(Path thread) {
    return text(thread.resolve("comm")).contains(COMPILER);
  }

  /** Empty where the thread has just ended. */
  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException ended) {
      return "";
    }
  }
}

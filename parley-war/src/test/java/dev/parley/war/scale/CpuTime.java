package dev.parley.war.scale;

import dev.parley.war.process.ProcFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * CPU time of processes and all their descendants since their start.
 *
 * @param micros user and system time
 * @param compilerNanos the part of it that each compiler thread of their JVMs took, by thread
 */
record CpuTime(long micros, Map<Path, Long> compilerNanos) {
  private static final long MICROS_PER_TICK = 10_000;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int MAX_ATTEMPTS = 10;
  private static final String COMPILER = "CompilerThre";

  /** Time between two readings: of all threads, and of the compiler threads among them. */
  record Spent(long micros, long compilerMicros) {}

  /** Reads it; a process that ends meanwhile counts for its parent, so all is read again. */
  static CpuTime of(List<ProcessHandle> roots) {
    for (int attempt = 1; ; attempt++) {
      List<Long> pids =
          roots.stream()
              .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
              .map(ProcessHandle::pid)
              .toList();
      try {
        long ticks = new ProcFigures(pids).ticksWithChildren();
        Map<Path, Long> compilers = new HashMap<>();
        for (long pid : pids) {
          readCompilers(pid, compilers);
        }
        return new CpuTime(ticks * MICROS_PER_TICK, compilers);
      } catch (UncheckedIOException ended) {
        if (attempt == MAX_ATTEMPTS) {
          throw ended;
        }
      }
    }
  }

  /** The time since an earlier reading; a compiler thread that ended meanwhile counts as none. */
  Spent since(CpuTime earlier) {
    long nanos = 0;
    for (Map.Entry<Path, Long> thread : compilerNanos.entrySet()) {
      nanos += thread.getValue() - earlier.compilerNanos.getOrDefault(thread.getKey(), 0L);
    }
    return new Spent(micros - earlier.micros, nanos / NANOS_PER_MICRO);
  }

  private static void readCompilers(long pid, Map<Path, Long> nanos) {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : (Iterable<Path>) threads::iterator) {
        if (text(thread.resolve("comm")).contains(COMPILER)) {
          String statistics = text(thread.resolve("schedstat"));
          if (!statistics.isEmpty()) {
            nanos.put(thread, Long.parseLong(statistics.split(" ", 2)[0]));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

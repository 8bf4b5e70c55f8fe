package dev.parley.war.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;

/** Sums of what the kernel says of processes. */
public record ProcFigures(List<Long> pids) {
  private static final long MICROS_PER_TICK = 10_000;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;

  ProcFigures(long pid) {
    this(List.of(pid));
  }

  /** CPU time since the start, user and system. */
  long cpuMicros() {
    return ticks(USER, SYSTEM) * MICROS_PER_TICK;
  }

  /** Its CPU time and that of the children it has waited for, in hundredths of a second. */
  public long ticksWithChildren() {
    return ticks(USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM);
  }

  long residentKb() {
    return statusNumber("VmRSS:");
  }

  long threads() {
    return statusNumber("Threads:");
  }

  private long ticks(int... fields) {
    return pids.stream().mapToLong(pid -> ticks(pid, fields)).sum();
  }

  private static long ticks(long pid, int... fields) {
    String stat = read(pid, "stat");
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int field : fields) {
      ticks += Long.parseLong(afterName[field]);
    }
    return ticks;
  }

  private long statusNumber(String name) {
    return pids.stream().mapToLong(pid -> statusNumber(pid, name)).sum();
  }

  private static long statusNumber(long pid, String name) {
    String status = read(pid, "status");
    try (Scanner after = new Scanner(status.substring(status.indexOf(name) + name.length()))) {
      return after.nextLong();
    }
  }

  private static String read(long pid, String what) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), what));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

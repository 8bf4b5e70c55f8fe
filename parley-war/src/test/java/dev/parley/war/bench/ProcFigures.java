package dev.parley.war.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** What the kernel says of a process. */
record ProcFigures(long pid) {
  private static final long MICROS_PER_TICK = 10_000;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;

  /** CPU time since its start, user and system. */
  long cpuMicros() {
    return ticks(USER, SYSTEM) * MICROS_PER_TICK;
  }

  /** Its CPU time and that of the children it has waited for, in hundredths of a second. */
  long ticksWithChildren() {
    return ticks(USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM);
  }

  long residentKb() {
    return statusNumber("VmRSS:");
  }

  long threads() {
    return statusNumber("Threads:");
  }

  private long ticks(int... fields) {
    String stat = read("stat");
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int field : fields) {
      ticks += Long.parseLong(afterName[field]);
    }
    return ticks;
  }

  private long statusNumber(String name) {
    String status = read("status");
    try (Scanner after = new Scanner(status.substring(status.indexOf(name) + name.length()))) {
      return after.nextLong();
    }
  }

  private String read(String what) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), what));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

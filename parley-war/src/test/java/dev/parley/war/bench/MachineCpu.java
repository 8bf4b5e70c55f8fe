package dev.parley.war.bench;

import dev.parley.war.process.ProcFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** How busy the machine is with other things than the benchmark. */
final class MachineCpu {
  private static final double NANOS_PER_TICK = 1e7;
  private static final int IDLE = 4;
  private static final int WAITING = 5;

  private final ProcFigures self = new ProcFigures(ProcessHandle.current().pid());
  private final String load = load();
  private final long begunAt = System.nanoTime();
  private final double othersBefore = othersTicks();

  /** The load averages when this was made, and the cores others took since. */
  String sinceThen() {
    double cores = (othersTicks() - othersBefore) * NANOS_PER_TICK / (System.nanoTime() - begunAt);
    return String.format(Locale.ROOT, "%s; %.1f", load, Math.max(0, cores));
  }

  String loadThen() {
    return load;
  }

  /** Ticks of everybody but this process and the children it has waited for. */
  private double othersTicks() {
    String[] fields = read("/proc/stat").split("\n", 2)[0].split(" +", -1);
    long busy = 0;
    // "cpu", then user, nice, system, idle, iowait, irq, softirq, steal
    for (int i = 1; i <= 8; i++) {
      busy += i == IDLE || i == WAITING ? 0 : Long.parseLong(fields[i]);
    }
    return busy - self.ticksWithChildren();
  }

  private static String load() {
    String[] load = read("/proc/loadavg").split(" ", -1);
    return load[0] + " " + load[1];
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

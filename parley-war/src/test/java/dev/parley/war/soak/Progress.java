package dev.parley.war.soak;

import dev.parley.war.load.Counters;
import dev.parley.war.load.Work;
import java.util.Locale;

/** Prints a line for each half minute of a life. */
final class Progress {
  private static final int SAMPLES = 3;

  private final Life life;
  private final Counters counters;
  private final Problems problems;

  Progress(Life life, Counters counters, Problems problems) {
    this.life = life;
    this.counters = counters;
    this.problems = problems;
  }

  /** A sample was taken. */
  void sampled() {
    int samples = life.samples().size();
    if (samples % SAMPLES != 0) {
      return;
    }
    Sample last = life.samples().get(samples - 1);
    Sample.Latency message = last.latency(Work.MESSAGE.title());
    System.out.printf(
        Locale.ROOT,
        "%s, %5.0f s: %,.0f calls/s, p50 %.2f ms, p99 %.2f ms, resident %,d MB, heap %,d MB,"
            + " descriptors %d, threads %d, CPU %.2f, errors %d%n",
        life.name(),
        last.seconds(),
        last.callsPerSecond(),
        message.median(),
        message.p99(),
        last.residentKb() / 1024,
        last.heapKb() / 1024,
        last.descriptors(),
        last.threads(),
        last.cpu(),
        counters.failed() + problems.errors().values().stream().mapToInt(n -> n).sum());
  }
}

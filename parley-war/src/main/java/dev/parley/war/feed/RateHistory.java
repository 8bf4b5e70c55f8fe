package dev.parley.war.feed;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The frequency of something in the last minutes, in steps of some seconds. */
public final class RateHistory {
  /** The seconds of one step. */
  public static final int STEP_SECONDS = 5;

  static final int STEPS = 60;

  private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(STEP_SECONDS);

  private final LongSupplier nanos;
  private final long begun;
  private final long[] counts = new long[STEPS + 1];
  private long step;

  RateHistory(LongSupplier nanos) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Counts one more occurrence. */
  synchronized void count() {
    goOn();
    counts[at(step)]++;
  }

  /** Returns the average rate per second of each step that is over, the oldest first. */
  public synchronized List<Double> perSecond() {
    goOn();
    return IntStream.range(0, STEPS)
        .mapToObj(i -> counts[at(step + 1 + i)] / (double) STEP_SECONDS)
        .toList();
  }

  private void goOn() {
    long now = (nanos.getAsLong() - begun) / STEP_NANOS;
    if (now - step > STEPS) {
      Arrays.fill(counts, 0);
      step = now;
    }
    while (step < now) {
      step++;
      counts[at(step)] = 0;
    }
  }

  private int at(long wanted) {
    return (int) (wanted % counts.length);
  }
}

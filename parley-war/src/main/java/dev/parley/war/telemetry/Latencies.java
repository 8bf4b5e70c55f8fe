package dev.parley.war.telemetry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Durations counted in fixed buckets. Recording one allocates nothing and takes no lock. */
final class Latencies {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The upper bounds of the buckets, in seconds; the last takes everything. */
  private static final double[] BOUNDS = {
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    30,
    Double.POSITIVE_INFINITY
  };

  private static final long[] NANOS = nanos();

  private final LongAdder[] buckets = new LongAdder[BOUNDS.length];
  private final LongAdder sum = new LongAdder();

  Latencies() {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  private static long[] nanos() {
    long[] nanos = new long[BOUNDS.length];
    for (int i = 0; i < nanos.length; i++) {
      double bound = BOUNDS[i] * NANOS_PER_SECOND;
      nanos[i] = bound < Long.MAX_VALUE ? Math.round(bound) : Long.MAX_VALUE;
    }
    return nanos;
  }

  void record(long nanos) {
    int bucket = 0;
    while (nanos > NANOS[bucket]) {
      bucket++;
    }
    buckets[bucket].increment();
    sum.add(nanos);
  }

  /** Returns the upper bounds of the buckets, in seconds. */
  static double[] bounds() {
    return BOUNDS.clone();
  }

  /** Returns the counts of the buckets, each by itself. */
  long[] counts() {
    long[] counts = new long[buckets.length];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = buckets[i].sum();
    }
    return counts;
  }

  /** Returns the sum of all durations, in seconds. */
  double seconds() {
    return sum.sum() / NANOS_PER_SECOND;
  }
}

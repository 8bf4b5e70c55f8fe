package dev.parley.war.bench;

import java.util.Arrays;

/** Durations of one run, in nanoseconds; one thread records. */
final class Latencies {
  private long[] nanos = new long[1 << 16];
  private int size;

  void record(long duration) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, size * 2);
    }
    nanos[size++] = duration;
  }

  int size() {
    return size;
  }

  /** The duration that a share of all do not exceed. */
  double millisAt(double share) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * size) - 1;
    return size == 0 ? Double.NaN : sorted[Math.max(0, rank)] / 1e6;
  }

  void clear() {
    size = 0;
  }
}

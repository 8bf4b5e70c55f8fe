package dev.parley.war.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Durations of one run, in nanoseconds; one thread records. */
final class Latencies {
  /** A call that says how long it took. */
  interface Call {
    long nanos() throws IOException;
  }

  private long[] nanos = new long[1 << 16];
  private int size;

  void record(long duration) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, size * 2);
    }
    nanos[size++] = duration;
  }

  /** Records what a call takes that is made again and again for so long. */
  static Latencies of(int seconds, Call call) throws IOException {
    Latencies latencies = new Latencies();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < until) {
      latencies.record(call.nanos());
    }
    return latencies;
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

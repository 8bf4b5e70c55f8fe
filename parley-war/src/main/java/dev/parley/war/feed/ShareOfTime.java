package dev.parley.war.feed;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Work that takes at most a share of the time: the longer it took, the later it is due again. */
final class ShareOfTime {
  private final double share;
  private final long maxPause;
  private final LongSupplier nanos;
  private long next;

  /**
   * Work that is due.
   *
   * @param share above 0, at most 1
   * @param maxPause the longest time after work until it is due again
   */
  ShareOfTime(double share, Duration maxPause, LongSupplier nanos) {
    this.share = share;
    this.maxPause = maxPause.toNanos();
    this.nanos = nanos;
    this.next = nanos.getAsLong();
  }

  boolean isDue() {
    return nanos.getAsLong() - next >= 0;
  }

  /** Does the work. */
  void run(Runnable work) {
    long begun = nanos.getAsLong();
    try {
      work.run();
    } finally {
      long end = nanos.getAsLong();
      long pause = (long) ((end - begun) * (1 / share - 1));
      next = end + Math.min(pause, maxPause);
    }
  }
}

package dev.parley.chat;

import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import java.time.Duration;

/** Holds back the calls of one account while its chat system wants fewer. */
final class Pace {
  /** The wait where the system names none. */
  private static final Duration UNNAMED = Duration.ofMillis(500);

  private static final Duration SLICE = Duration.ofMillis(100);

  private long openAt = System.nanoTime();

  /** Takes note that the system wants no call for {@code wait}. */
  synchronized void limit(Duration wait) {
    long until = System.nanoTime() + (wait.isZero() ? UNNAMED : wait).toNanos();
    if (until - openAt > 0) {
      openAt = until;
    }
  }

  /**
   * Waits until the system takes calls again.
   *
   * @param deadline in {@link System#nanoTime}
   * @throws ParleyException {@code rate_limited} at once, where that is after the deadline
   */
  void await(long deadline) throws InterruptedException {
    for (; ; ) {
      long wait = untilOpen();
      if (wait <= 0) {
        return;
      }
      if (System.nanoTime() + wait - deadline > 0) {
        throw new ParleyException(new RateLimited(Duration.ofNanos(wait).plusMillis(1)));
      }
      Thread.sleep(Duration.ofNanos(Math.min(wait, SLICE.toNanos())).toMillis() + 1);
    }
  }

  private synchronized long untilOpen() {
    return openAt - System.nanoTime();
  }
}

package dev.parley.bridge;

import java.util.concurrent.ThreadLocalRandom;

/** Waits that double from 100 ms up to a limit, each shortened at random so that bridges spread. */
final class Backoff {
  private static final int FIRST_MILLIS = 100;

  private final int limit;
  private int step = FIRST_MILLIS;

  Backoff(int limitMillis) {
    this.limit = limitMillis;
  }

  /** The next wait, between half of the step and the whole of it. */
  int next() {
    int wait = ThreadLocalRandom.current().nextInt(step / 2, step + 1);
    step = Math.min(limit, step * 2);
    return wait;
  }

  /** Begins again, because the server is reachable. */
  void reset() {
    step = FIRST_MILLIS;
  }
}

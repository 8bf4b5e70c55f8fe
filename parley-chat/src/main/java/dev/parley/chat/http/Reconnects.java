package dev.parley.chat.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The waits before each try to connect again: twice the one before, up to a maximum, and up to a
 * quarter more by chance, so that many servers do not come at once. Used by one thread at a time.
 */
public final class Reconnects {
  private final Duration first;
  private final Duration most;
  private Duration next;

  /** Waits from {@code first} to {@code most}. */
  public Reconnects(Duration first, Duration most) {
    this.first = first;
    this.most = most;
    this.next = first;
  }

  /** The wait before the next try. */
  public Duration next() {
    Duration wait = next;
    Duration twice = wait.multipliedBy(2);
    next = twice.compareTo(most) < 0 ? twice : most;
    return wait.plusMillis(ThreadLocalRandom.current().nextLong(wait.toMillis() / 4 + 1));
  }

  /** Begins with the first wait again, as a connection lasted. */
  public void reset() {
    next = first;
  }
}

package dev.parley.engine.presence;

import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A timer at the earliest time at which a connection may fall silent. A sign of life does not move
 * it: it goes off, finds nobody silent, and is set anew.
 */
final class ExpiryNotifier {
  /** The time of a timer that is not set. */
  static final long NEVER = Long.MAX_VALUE;

  private final ScheduledExecutorService timer;
  private final InstantSource clock;
  private final LongUnaryOperator check;
  private long set = NEVER;
  private @Nullable Future<?> pending;
  private boolean closed;

  /**
   * Makes a timer that is not set.
   *
   * @param check called when it goes off, with the time; returns the next time, or {@link #NEVER}
   */
  ExpiryNotifier(ScheduledExecutorService timer, InstantSource clock, LongUnaryOperator check) {
    this.timer = timer;
    this.clock = clock;
    this.check = check;
  }

  /** Goes off at {@code millis} at the latest, in milliseconds since 1970. */
  synchronized void expect(long millis) {
    if (closed || millis >= set) {
      return;
    }
    set = millis;
    if (pending != null) {
      pending.cancel(false);
    }
    try {
      pending =
          timer.schedule(this::goOff, Math.max(1, millis - clock.millis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closing) {
      pending = null;
    }
  }

  /** Ends it; its executor would wait for a timer that is set. */
  synchronized void close() {
    closed = true;
    if (pending != null) {
      pending.cancel(false);
    }
  }

  private void goOff() {
    synchronized (this) {
      set = NEVER;
    }
    expect(check.applyAsLong(clock.millis()));
  }
}

package dev.parley.war.feed;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Work that runs at once when it is asked for, but not more often than its pause allows. All that
 * is asked for during a pause is done once, when the pause is over.
 */
final class Throttle {
  private final ScheduledExecutorService clock;
  private final Runnable work;
  private final Supplier<Duration> pause;
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile long next = System.nanoTime();

  /**
   * Work that nobody asked for yet.
   *
   * @param pause asked each time; it counts from when the work begins
   */
  Throttle(ScheduledExecutorService clock, Runnable work, Supplier<Duration> pause) {
    this.clock = clock;
    this.work = work;
    this.pause = pause;
  }

  /** Asks for the work, which runs after this. */
  void ask() {
    if (asked.compareAndSet(false, true)) {
      try {
        ScheduledFuture<?> unused =
            clock.schedule(this::work, next - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException over) {
        // its clock was stopped, and nobody waits for the work
      }
    }
  }

  /**
   * Runs the work. The pause begins before anybody may ask again, or an ask meanwhile would not
   * know of it.
   */
  private void work() {
    next = System.nanoTime() + pause.get().toNanos();
    asked.set(false);
    work.run();
  }
}

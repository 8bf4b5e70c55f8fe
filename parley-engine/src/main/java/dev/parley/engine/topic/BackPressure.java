package dev.parley.engine.topic;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps senders from running away from the readers they send to: a sender waits while a healthy
 * reader is further behind than the allowance.
 *
 * <p>A reader that takes longer than the patience for what it is behind, without waiting for us, is
 * slow on its own account and does not count until it has caught up once.
 */
public final class BackPressure {

  /**
   * How far readers may fall behind.
   *
   * @param allowance messages a healthy reader may be behind before senders wait
   * @param patience how long a healthy reader takes at the most for what it is behind
   * @param longestWait how long a sender waits at the most
   */
  public record Limits(int allowance, Duration patience, Duration longestWait) {}

  private static final long LOOK_AGAIN_NANOS = 250_000;

  private final Tail tail;
  private final Collection<TopicSubscription> followings;
  private final Limits limits;
  private final AtomicBoolean evaluating = new AtomicBoolean();
  private volatile long slowest;
  private volatile long evaluatedAt;

  BackPressure(Tail tail, Collection<TopicSubscription> followings, Limits limits) {
    this.tail = tail;
    this.followings = followings;
    this.limits = limits;
  }

  void await() {
    if (!exceeded()) {
      return;
    }
    long deadline = System.nanoTime() + limits.longestWait().toNanos();
    evaluate();
    while (exceeded() && System.nanoTime() < deadline && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
      if (System.nanoTime() - evaluatedAt >= LOOK_AGAIN_NANOS) {
        evaluate();
      }
    }
  }

  private boolean exceeded() {
    return tail.last() - slowest >= limits.allowance();
  }

  /** One sender looks for all that wait. */
  private void evaluate() {
    if (!evaluating.compareAndSet(false, true)) {
      return;
    }
    try {
      long now = System.nanoTime();
      long last = tail.last();
      long found = last;
      for (TopicSubscription following : followings) {
        long position = following.position();
        if (following.isHealthy(last, limits.allowance(), now, limits.patience().toNanos())) {
          found = Math.min(found, position);
        }
      }
      slowest = found;
      evaluatedAt = now;
    } finally {
      evaluating.set(false);
    }
  }
}

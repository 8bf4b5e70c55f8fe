package dev.parley.engine.topic;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps senders from running ahead of their readers: a sender waits while a healthy reader is
 * further behind than the maxLag.
 *
 * <p>A reader that needs longer than the maxStall for its backlog, without waiting for us, is slow
 * by itself. It does not count until it has caught up once.
 */
public final class BackPressure {

  /**
   * The limits of a reader's backlog.
   *
   * @param maxLag the messages a healthy reader may be behind before senders wait
   * @param maxStall the longest time a healthy reader takes for its backlog
   * @param longestWait the longest time a sender waits
   */
  public record Limits(int maxLag, Duration maxStall, Duration longestWait) {}

  private static final long LOOK_AGAIN_NANOS = 250_000;

  private final Topic topic;
  private final Collection<TopicSubscription> subscriptions;
  private final Limits limits;
  private final AtomicBoolean evaluating = new AtomicBoolean();
  private volatile long slowest;
  private volatile long evaluatedAt;

  BackPressure(Topic topic, Collection<TopicSubscription> subscriptions, Limits limits) {
    this.topic = topic;
    this.subscriptions = subscriptions;
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
    return topic.tail().last() - slowest >= limits.maxLag();
  }

  /** Evaluates the readers; one waiting sender does so for all. */
  private void evaluate() {
    if (!evaluating.compareAndSet(false, true)) {
      return;
    }
    try {
      long now = System.nanoTime();
      long last = topic.tail().last();
      long found = last;
      for (TopicSubscription subscription : subscriptions) {
        long seq = subscription.seq();
        if (subscription.isHealthy(last, limits.maxLag(), now, limits.maxStall().toNanos())) {
          found = Math.min(found, seq);
        }
      }
      slowest = found;
      evaluatedAt = now;
    } finally {
      evaluating.set(false);
    }
  }
}

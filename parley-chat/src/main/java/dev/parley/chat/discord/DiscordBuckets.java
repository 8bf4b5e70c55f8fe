package dev.parley.chat.discord;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.engine.concurrent.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds back the sending to a channel whose bucket is empty, until Discord fills it again. So other
 * channels go on, and Discord refuses nothing.
 */
final class DiscordBuckets implements AutoCloseable {
  private static final int MAX_CHANNELS = 1_000;

  /** A longer wait is the caller's. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(5);

  /** The end of the wait of each channel, in {@link System#nanoTime}. Guarded by {@code this}. */
  private final Map<String, Long> fullAt = new BoundedMap<>(MAX_CHANNELS);

  private final CountDownLatch closed = new CountDownLatch(1);

  /** Waits until a channel takes a message. */
  void await(String channel) {
    long wait = remaining(channel);
    if (wait <= 0) {
      return;
    }
    if (wait > MAX_WAIT.toNanos()) {
      throw ChatFailure.rateLimited(Duration.ofNanos(wait).plusMillis(1));
    }
    try {
      if (closed.await(wait, TimeUnit.NANOSECONDS)) {
        throw ChatFailure.unreachable("the connection is closed", null);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw ChatFailure.unreachable("interrupted", ended);
    }
  }

  private synchronized long remaining(String channel) {
    Long end = fullAt.get(channel);
    return end == null ? 0 : end - System.nanoTime();
  }

  /** Takes note of the state of the bucket that an answer names. */
  void note(String channel, ChatAnswer answer) {
    boolean isEmpty =
        answer.headers().firstValue("X-RateLimit-Remaining").filter("0"::equals).isPresent();
    Duration reset = DiscordErrors.resetAfter(answer);
    synchronized (this) {
      if (isEmpty && !reset.isZero()) {
        fullAt.put(channel, System.nanoTime() + reset.toNanos());
      } else {
        fullAt.remove(channel);
      }
    }
  }

  /** Ends all waits. */
  @Override
  public void close() {
    closed.countDown();
  }
}

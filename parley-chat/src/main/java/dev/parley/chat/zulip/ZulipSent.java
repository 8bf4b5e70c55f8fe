package dev.parley.chat.zulip;

import dev.parley.engine.concurrent.BoundedMap;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The messages of this login that came back as events, by the ids under which they were sent. So a
 * message whose sending had no answer is known to be sent.
 */
final class ZulipSent {
  private static final int MAX = 1_000;

  private final Map<String, Original> byLocalId = new BoundedMap<>(MAX);

  /** Takes note of a message that came. */
  synchronized void came(String localId, Original original) {
    byLocalId.put(localId, original);
    notifyAll();
  }

  /** The message, if it has come. */
  synchronized Optional<Original> find(String localId) {
    return Optional.ofNullable(byLocalId.get(localId));
  }

  /** The message, if it comes soon. */
  synchronized Optional<Original> await(String localId, Duration most) {
    long deadline = System.nanoTime() + most.toNanos();
    try {
      for (; ; ) {
        long left = deadline - System.nanoTime();
        if (byLocalId.containsKey(localId) || left <= 0) {
          return find(localId);
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return find(localId);
    }
  }
}

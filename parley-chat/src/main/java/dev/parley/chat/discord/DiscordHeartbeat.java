package dev.parley.chat.discord;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The heartbeats of one connection, the first one after a part of the interval by chance. */
final class DiscordHeartbeat {
  private final Runnable beat;
  private final Runnable onSilence;
  private boolean isAnswered = true;
  private @Nullable ScheduledFuture<?> beats;

  /**
   * Heartbeats to begin.
   *
   * @param beat sends one
   * @param onSilence called where the last one was not answered before the next
   */
  DiscordHeartbeat(Runnable beat, Runnable onSilence) {
    this.beat = beat;
    this.onSilence = onSilence;
  }

  /** Begins. */
  synchronized void begin(ScheduledExecutorService timer, Duration interval) {
    if (beats != null) {
      return;
    }
    long every = Math.max(interval.toMillis(), 1);
    long first = ThreadLocalRandom.current().nextLong(every + 1);
    try {
      beats = timer.scheduleAtFixedRate(this::next, first, every, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      end();
    }
  }

  private void next() {
    boolean isSilent;
    synchronized (this) {
      isSilent = !isAnswered;
      isAnswered = false;
    }
    if (isSilent) {
      onSilence.run();
    } else {
      beat.run();
    }
  }

  /** Takes note of an answer. */
  synchronized void answered() {
    isAnswered = true;
  }

  /** Ends. */
  synchronized void end() {
    if (beats != null) {
      beats.cancel(false);
    }
  }
}

package dev.parley.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Has the log say that nothing ran for a while: the process was stopped, its machine slept, or
 * there was no processor for it. Whatever waited meanwhile looks late to everybody else.
 */
final class JvmPauseMonitor {
  private static final System.Logger LOG = System.getLogger(JvmPauseMonitor.class.getName());
  private static final Duration WORTH_TELLING = Duration.ofSeconds(3);

  private final LongSupplier nanos;
  private long last;

  JvmPauseMonitor(LongSupplier nanos) {
    this.nanos = nanos;
    this.last = nanos.getAsLong();
  }

  /** To be called much more often than what is worth telling lasts. */
  synchronized void look() {
    long now = nanos.getAsLong();
    Duration stood = Duration.ofNanos(now - last);
    last = now;
    if (stood.compareTo(WORTH_TELLING) > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Nothing ran here for {0} s: this process or its machine stood still. It goes on.",
          stood.toSeconds());
    }
  }
}

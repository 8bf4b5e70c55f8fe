package dev.parley.engine;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Logs that nothing ran for a while: the process was stopped, its machine slept, or there was no
 * processor for it. To everybody else, the work that waited meanwhile looks late.
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

  /**
   * Logs a warning if so much time passed since the last call that nothing can have run. To be
   * called much more often than the shortest pause worth a report.
   */
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

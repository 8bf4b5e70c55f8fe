package dev.parley.war.feed;

import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads of a feed while pages are open. One writes to the pages and one reads the workspace
 * when it is asked to, each with a pause, so that no read delays a write. The one that writes beats
 * by itself. A failure is logged, and ends none of this.
 */
final class FeedSchedule {
  private static final System.Logger LOG = System.getLogger(FeedSchedule.class.getName());

  /** The pause between two reads of what changed in the workspace. */
  private static final Duration READ_PAUSE = Duration.ofMillis(500);

  /** A read that takes long is followed by a pause of so many times its length, up to a limit. */
  private static final int PAUSE_FACTOR = 10;

  private static final Duration MAX_READ_PAUSE = Duration.ofSeconds(5);

  private static final int BEAT_SECONDS = 15;

  /** The name of the thread that reads. */
  static final String READER = "parley-page-reads";

  private final ScheduledExecutorService ticking =
      Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "parley-pages"));
  private final ScheduledExecutorService readings =
      Executors.newSingleThreadScheduledExecutor(work -> daemon(work, READER));
  private final Throttle writing;
  private final Throttle reading;
  private volatile long readNanos;

  /**
   * Makes a clock that does not beat yet.
   *
   * @param write writes what gathered to the pages
   * @param pause the pause between two writes
   * @param read reads what changed
   */
  FeedSchedule(Runnable write, Supplier<Duration> pause, Runnable read) {
    this.writing = new Throttle(ticking, unharmed(write), pause);
    this.reading = new Throttle(readings, unharmed(() -> timed(read)), this::readPause);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void timed(Runnable read) {
    long begun = System.nanoTime();
    try {
      read.run();
    } finally {
      readNanos = System.nanoTime() - begun;
    }
  }

  /** Returns the pause after a read, so that reading takes a bounded share of the time. */
  private Duration readPause() {
    Duration pause = Duration.ofNanos(readNanos * PAUSE_FACTOR);
    Duration atLeast = pause.compareTo(READ_PAUSE) < 0 ? READ_PAUSE : pause;
    return atLeast.compareTo(MAX_READ_PAUSE) > 0 ? MAX_READ_PAUSE : atLeast;
  }

  /** Runs {@code beat} regularly from now on. */
  void begin(Runnable beat) {
    ScheduledFuture<?> unused =
        ticking.scheduleWithFixedDelay(
            unharmed(beat), BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS);
  }

  void writeSoon() {
    writing.ask();
  }

  void readSoon() {
    reading.ask();
  }

  void stop() {
    ticking.shutdownNow();
    readings.shutdownNow();
  }

  private static Runnable unharmed(Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (RuntimeException away) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "An update of the pages failed; the next one retries.",
            Masking.trace(away));
      } catch (Error e) {
        LOG.log(
            System.Logger.Level.ERROR,
            "An update of the pages failed; the next one retries.",
            Masking.trace(e));
      }
    };
  }
}

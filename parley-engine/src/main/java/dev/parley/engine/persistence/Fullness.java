package dev.parley.engine.persistence;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the room that a database elsewhere has: it has none from a write that said so
 * until one that began some seconds later is carried out. Has the log say either once.
 */
final class Fullness {
  private static final System.Logger LOG = System.getLogger(Fullness.class.getName());

  /** A commit that wrote nothing says nothing, so it takes a while without a failure. */
  private static final long SETTLED_NANOS = Duration.ofSeconds(5).toNanos();

  private final InstantSource clock;
  private volatile @Nullable Instant since;
  private volatile long metAt;

  Fullness(InstantSource clock) {
    this.clock = clock;
  }

  /** A write met a full disk. */
  synchronized void met() {
    metAt = System.nanoTime();
    if (since == null) {
      since = Instant.ofEpochMilli(clock.millis());
      LOG.log(
          System.Logger.Level.ERROR,
          "The disk of the database is full. What is written is refused until there is room.");
    }
  }

  /** A transaction that began at {@code began}, in nanoseconds, was committed. */
  void committed(long began) {
    if (since != null && began - metAt > SETTLED_NANOS) {
      ended();
    }
  }

  private synchronized void ended() {
    if (since != null) {
      since = null;
      LOG.log(System.Logger.Level.INFO, "There is room on the disk of the database again.");
    }
  }

  Optional<Instant> since() {
    return Optional.ofNullable(since);
  }
}

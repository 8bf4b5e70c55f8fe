package dev.parley.engine.persistence;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of the disk of a remote database. It is full from a write that failed so until a write
 * that began some seconds later succeeds. Logs each change once.
 */
final class DiskFullState {
  private static final System.Logger LOG = System.getLogger(DiskFullState.class.getName());

  /**
   * A commit without a write proves nothing, so the state changes only after a while without a
   * failure.
   */
  private static final long SETTLED_NANOS = Duration.ofSeconds(5).toNanos();

  private final InstantSource clock;
  private volatile @Nullable Instant since;
  private volatile long metAt;

  DiskFullState(InstantSource clock) {
    this.clock = clock;
  }

  /** Records a write that met a full disk. */
  synchronized void met() {
    metAt = System.nanoTime();
    if (since == null) {
      since = Instant.ofEpochMilli(clock.millis());
      LOG.log(
          System.Logger.Level.ERROR,
          "Database disk is full; writes are refused until there is room.");
    }
  }

  /** Records the commit of a transaction that began at {@code began}, in nanoseconds. */
  void committed(long began) {
    if (since != null && began - metAt > SETTLED_NANOS) {
      ended();
    }
  }

  private synchronized void ended() {
    if (since != null) {
      since = null;
      LOG.log(System.Logger.Level.INFO, "Database disk has room again; writes are accepted.");
    }
  }

  Optional<Instant> since() {
    return Optional.ofNullable(since);
  }
}

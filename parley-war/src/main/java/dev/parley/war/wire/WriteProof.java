package dev.parley.war.wire;

import java.util.concurrent.TimeUnit;

/**
 * The last sign of life of a client that only reads, from the writes to it. A write to a program
 * that was killed succeeds: its machine answers with a reset, and the next write fails. So a write
 * proves that the client took the one before it, once it has not failed for a moment.
 */
public final class WriteProof {
  /** Writes closer to each other than this prove nothing: the reset may be on its way. */
  private static final long ROUND_TRIP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Within this time a write that cannot succeed has failed. */
  private static final long FAILED_BY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private long beforeLast;
  private long before;
  private long last;

  /** The request that opened the way is a sign of life itself. */
  public WriteProof(long openedAt) {
    beforeLast = openedAt;
    before = openedAt;
    last = openedAt;
  }

  /** Notes a write at {@code now}, by {@link System#nanoTime}. */
  public synchronized void wrote(long now) {
    if (now - last >= ROUND_TRIP_NANOS) {
      beforeLast = before;
      before = last;
      last = now;
    }
  }

  /** The last sign of life, as known at {@code now}; both by {@link System#nanoTime}. */
  public synchronized long provenAt(long now) {
    return now - last >= FAILED_BY_NANOS ? before : beforeLast;
  }

  /** Returns whether something was written less than {@code nanos} ago. */
  public synchronized boolean wroteWithin(long nanos, long now) {
    return last != before && now - last < nanos;
  }
}

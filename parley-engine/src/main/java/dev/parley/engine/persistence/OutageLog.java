package dev.parley.engine.persistence;

import dev.parley.engine.log.Masking;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/**
 * Has the log say once that the database is away, and once that it is there again. What had begun
 * before says nothing of what is now: a call that waited for a connection fails when others are
 * answered again.
 */
final class OutageLog {
  private static final System.Logger LOG = System.getLogger(OutageLog.class.getName());
  private static final String CONNECTION = "08";

  /** PostgreSQL's, while it ends or starts. */
  private static final String NOT_NOW = "57P";

  /** A server that ends cuts its connections one by one; the last may still answer. */
  private static final long SETTLED_NANOS = Duration.ofSeconds(1).toNanos();

  private volatile boolean told;
  private volatile long noticedAt;
  private volatile long answeredAt = System.nanoTime();

  /** Whether the connection failed, and not what was asked over it. */
  static boolean isIn(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    return failure instanceof SQLTransientConnectionException
        || failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLRecoverableException
        || state.startsWith(CONNECTION)
        || state.startsWith(NOT_NOW);
  }

  /** A transaction that began at {@code began}, in nanoseconds, failed. */
  synchronized void noticed(long began, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, "The database is away.", Masking.trace(failure));
    if (!told && began - answeredAt > 0) {
      noticedAt = System.nanoTime();
      told = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "The database is away ({0}). What needs it is refused until it is there again.",
          rootMessage(failure));
    }
  }

  /** Whether the log said that it is away, and not yet that it is back. */
  boolean isTold() {
    return told;
  }

  /** A transaction that began at {@code began}, in nanoseconds, was carried out. */
  void answered(long began) {
    answeredAt = System.nanoTime();
    if (told && began - noticedAt > SETTLED_NANOS) {
      ended();
    }
  }

  private synchronized void ended() {
    if (told) {
      told = false;
      LOG.log(System.Logger.Level.INFO, "The database is there again.");
    }
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return Masking.message(root).lines().findFirst().orElse("");
  }
}

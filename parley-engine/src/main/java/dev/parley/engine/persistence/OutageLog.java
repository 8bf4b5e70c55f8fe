package dev.parley.engine.persistence;

import dev.parley.engine.logging.LogEvent;
import dev.parley.engine.logging.Masking;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/**
 * Logs once that the database is unreachable, and once that it is back. Transactions that began
 * earlier prove nothing about the present: a call that waited for a connection fails when others
 * succeed again.
 */
final class OutageLog {
  private static final System.Logger LOG = System.getLogger(OutageLog.class.getName());
  private static final String CONNECTION = "08";

  /** The SQL state class of PostgreSQL while it shuts down or starts. */
  private static final String NOT_NOW = "57P";

  /**
   * The time without a failure after which the database counts as back. A server that shuts down
   * cuts its connections one by one, and the last may still answer.
   */
  private static final long SETTLED_NANOS = Duration.ofSeconds(1).toNanos();

  private volatile boolean logged;
  private volatile long noticedAt;
  private volatile long answeredAt = System.nanoTime();

  /** Returns true if the connection failed, rather than the statement. */
  static boolean isIn(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    return failure instanceof SQLTransientConnectionException
        || failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLRecoverableException
        || state.startsWith(CONNECTION)
        || state.startsWith(NOT_NOW);
  }

  /** Records the failure of a transaction that began at {@code began}, in nanoseconds. */
  synchronized void noticed(long began, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, "Database connection failed.", Masking.trace(failure));
    if (!logged && began - answeredAt > 0) {
      noticedAt = System.nanoTime();
      logged = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "Database unreachable ({0}); calls that need it are refused until it is back.",
          rootMessage(failure),
          LogEvent.DATABASE_AWAY);
    }
  }

  /** Returns true if the log says that it is unreachable, and not yet that it is back. */
  boolean isLogged() {
    return logged;
  }

  /** Records the success of a transaction that began at {@code began}, in nanoseconds. */
  void answered(long began) {
    answeredAt = System.nanoTime();
    if (logged && began - noticedAt > SETTLED_NANOS) {
      ended();
    }
  }

  private synchronized void ended() {
    if (logged) {
      logged = false;
      LOG.log(System.Logger.Level.INFO, "Database reachable again.", LogEvent.DATABASE_BACK);
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

package dev.parley.engine.persistence;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * One connection that listens, for as long as this is open. It never returns to a pool, because
 * other users could not distinguish notifications from answers.
 */
final class PostgresListenConnection implements NotificationChannel.Listening {
  private static final System.Logger LOG =
      System.getLogger(PostgresListenConnection.class.getName());

  /** The name of its session in the server's list. */
  private static final String NAME = "parley-listening";

  private static final long MIN_PAUSE = Duration.ofMillis(50).toNanos();
  private static final long MAX_PAUSE = Duration.ofSeconds(5).toNanos();

  /** The time without a notification after which the connection is checked. */
  private static final int QUIET_MILLIS = 10_000;

  private static final int CHECK_SECONDS = 2;

  private final DataSource source;
  private final String channel;
  private final Consumer<String> listener;
  private final Runnable missed;
  private final Thread thread = DaemonThreads.of(NAME, this::run);

  /** The connection below those of pools, which hold a lock during a call. */
  private volatile @Nullable Connection physical;

  private volatile boolean closed;

  /** The pause before the next attempt, used by the thread; 0 while it listens. */
  private long pause;

  PostgresListenConnection(
      DataSource source, String channel, Consumer<String> listener, Runnable missed) {
    this.source = source;
    this.channel = channel;
    this.listener = listener;
    this.missed = missed;
  }

  void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (Connection own = source.getConnection()) {
        try {
          hear(own);
        } finally {
          physical = null;
          own.abort(Runnable::run);
        }
      } catch (SQLException e) {
        sayItBroke(e);
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.ERROR,
            "Listening for database notifications failed unexpectedly; reconnecting.",
            Masking.trace(e));
      }
      rest();
    }
  }

  private void hear(Connection own) throws SQLException {
    own.setAutoCommit(true); // in a transaction nothing would be delivered
    own.setClientInfo("ApplicationName", NAME);
    try (Statement statement = own.createStatement()) {
      statement.execute("LISTEN " + channel);
    }
    if (pause > 0) {
      LOG.log(
          System.Logger.Level.INFO, "Database notifications from other nodes are received again.");
      pause = 0;
    }
    missed.run();
    PGConnection postgres = own.unwrap(PGConnection.class);
    physical = (Connection) postgres;
    while (!closed) {
      PGNotification[] words = postgres.getNotifications(QUIET_MILLIS);
      if (words.length == 0) {
        check(own);
        words = postgres.getNotifications(); // notifications that came with the answer
      }
      for (PGNotification word : words) {
        deliver(word.getParameter());
      }
    }
  }

  private static void check(Connection own) throws SQLException {
    if (!own.isValid(CHECK_SECONDS)) {
      throw new SQLException("no answer");
    }
  }

  private void deliver(String word) {
    try {
      listener.accept(word);
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Database notification could not be processed; continuing with the next one.",
          Masking.trace(e));
    }
  }

  private void sayItBroke(SQLException e) {
    if (pause == 0 && !closed) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Database connection for notifications of other nodes failed ({0}); polling for changes"
              + " until it is back.",
          Masking.message(e));
    }
  }

  private void rest() {
    pause = Math.min(Math.max(pause * 2, MIN_PAUSE), MAX_PAUSE);
    if (!closed) {
      LockSupport.parkNanos(this, pause);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Connection reading = physical;
    if (reading != null) {
      try {
        reading.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.log(
            System.Logger.Level.DEBUG,
            "Closing the notification connection failed; it ends with the next notification.",
            Masking.trace(e));
      }
    }
  }
}

package dev.parley.engine.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/** A database that runs inside this process, and has to be opened anew where it gave up. */
public interface OwnStorage extends DataSource, AutoCloseable {

  /** The answers to a failed transaction. */
  enum Verdict {
    /** The failure says nothing of the database. */
    OF_THE_CALL,
    /** The database had ended under it; from now on there is another, so a read may be repeated. */
    REOPENED,
    /** There is no room to write; reading goes on. */
    FULL
  }

  /**
   * Has the database opened anew where {@code failure} says that it ended.
   *
   * @param began when the transaction that failed began, by {@link System#nanoTime}
   */
  Verdict failed(long began, Throwable failure);

  /** Since when there is no room to write; empty where there is, as far as is known. */
  Optional<Instant> fullSince();

  /** Reads something of the file, which the driver's own check does not. */
  void check(Connection connection) throws SQLException;

  /**
   * Names what forgets all open connections of a pool over this.
   *
   * @param evict is called from any thread, and soon again
   */
  void pooledBy(Runnable evict);

  /** Ends the watch for room; the database is closed with its last connection. */
  @Override
  void close();
}

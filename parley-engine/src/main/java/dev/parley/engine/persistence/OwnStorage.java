package dev.parley.engine.persistence;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.ZipOutputStream;
import javax.sql.DataSource;

/** A database inside this process, which has to be reopened after it has failed. */
public interface OwnStorage extends DataSource, AutoCloseable {

  /** The meaning of a failed transaction. */
  enum Verdict {
    /** The failure does not concern the database. */
    OF_THE_CALL,
    /** The database had closed itself; it is reopened, so a read may be repeated. */
    REOPENED,
    /** The disk is full; reading still works. */
    FULL
  }

  /**
   * Returns once everything that is committed is as durable as was asked for. Called after each
   * commit, before it is acknowledged.
   *
   * @throws RuntimeException where that cannot be known; the commit is in the file
   */
  void force();

  /**
   * Returns false once the disk has failed to force a commit: {@link #force} fails from then on, so
   * nothing is to be written.
   */
  boolean canForce();

  /**
   * Reopens the database where {@code failure} says that it has closed itself.
   *
   * @param began the time the failed transaction began, by {@link System#nanoTime}
   */
  Verdict failed(long began, Throwable failure);

  /** Returns the time since which the disk is full; empty where it is not, as far as is known. */
  Optional<Instant> fullSince();

  /** Reads a part of the file, which the driver's own check does not. */
  void check(Connection connection) throws SQLException;

  /**
   * Registers the eviction of all open connections of a pool over this.
   *
   * @param evict called from any thread, and must return soon
   */
  void pooledBy(Runnable evict);

  /**
   * Copies the file of the database into a zip, while it is written to. The copy has everything
   * that was acknowledged before the call.
   *
   * @return false where another copy is under way, and nothing was written
   */
  boolean copyTo(ZipOutputStream zip) throws SQLException, IOException;

  /** Ends the work in the background; the database is closed with its last connection. */
  @Override
  void close();
}

package dev.parley.engine;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A database that can be taken away, or made to hang, and brought back. */
public final class Outage implements DataSource {
  private final DataSource source;
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean away;
  private volatile CountDownLatch answers = new CountDownLatch(0);

  /** The database behind {@code source}, there until told otherwise. */
  public Outage(DataSource source) {
    this.source = source;
  }

  /** Every connection asked for from now on is refused. */
  public void begin() {
    away = true;
  }

  /** Every connection asked for from now on is waited for. */
  public void hang() {
    answers = new CountDownLatch(1);
  }

  /** It is there again. */
  public void end() {
    away = false;
    answers.countDown();
  }

  /** Whether somebody waits for it now. */
  public boolean isWaitedFor() {
    return waiting.get() > 0;
  }

  /** How often a connection was refused. */
  public int refusals() {
    return refusals.get();
  }

  @Override
  public Connection getConnection() throws SQLException {
    waiting.incrementAndGet();
    try {
      answers.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", "08001", e);
    } finally {
      waiting.decrementAndGet();
    }
    if (away) {
      refusals.incrementAndGet();
      throw new SQLException("the database is away", "08001");
    }
    return source.getConnection();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setLoginTimeout(int seconds) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("not a wrapper");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}

package dev.parley.engine.persistence.h2;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source of one URL, which has the user, the password and nothing to log or wait for. */
abstract class UrlSource implements DataSource {
  /** The time that a pool which is closed waits for its threads: as long as for a login. */
  private static final int POOL_ENDS_SECONDS = 5;

  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password stand in the URL");
  }

  @Override
  public final PrintWriter getLogWriter() throws SQLException {
    throw new SQLFeatureNotSupportedException("logs to System.Logger");
  }

  @Override
  public final void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("logs to System.Logger");
  }

  @Override
  public final void setLoginTimeout(int seconds) {
    // it is in this process
  }

  @Override
  public final int getLoginTimeout() {
    return POOL_ENDS_SECONDS;
  }

  @Override
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("logs to System.Logger");
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("this is no " + type.getName());
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}

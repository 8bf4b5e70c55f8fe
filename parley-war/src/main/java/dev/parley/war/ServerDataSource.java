package dev.parley.war;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source of an application server, called with the context class loader of the server. The
 * pool behind it outlives the deployment. With the context of a deployment it would take its driver
 * from there, and the threads of the driver would keep the classes of the deployment loaded.
 */
final class ServerDataSource implements DataSource {
  private final DataSource source;

  ServerDataSource(DataSource source) {
    this.source = source;
  }

  /** Opens a connection. */
  private interface Opening {
    Connection open() throws SQLException;
  }

  private Connection inServer(Opening opening) throws SQLException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(source.getClass().getClassLoader());
    try {
      return opening.open();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return inServer(source::getConnection);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return inServer(() -> source.getConnection(user, password));
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || source.isWrapperFor(type);
  }
}

package dev.parley.engine.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Opens pools of connections to a database. */
public final class ConnectionPool {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private ConnectionPool() {}

  /**
   * Opens a pool on {@code url}, or on {@code own} where it is there.
   *
   * @throws DatabaseUnusable where that fails, with the remedy
   */
  static HikariDataSource open(String url, @Nullable OwnStorage own) {
    return open(url, own, PATIENCE);
  }

  /**
   * Opens such a pool.
   *
   * @param patience the time in which a first connection that fails is tried again; above zero
   */
  public static HikariDataSource open(String url, @Nullable OwnStorage own, Duration patience) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("parley");
    if (own == null) {
      config.setJdbcUrl(url);
      driver(url).map(driver -> driver.getClass().getName()).ifPresent(config::setDriverClassName);
    } else {
      config.setDataSource(own);
    }
    config.setMaximumPoolSize(10);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setInitializationFailTimeout(patience.toMillis());
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw DatabaseUnusable.opening(url, e);
    }
  }

  /**
   * Returns the driver for {@code url} that came with Parley. {@link java.sql.DriverManager} looks
   * for drivers once in the life of a JVM, which in an application server is before Parley is
   * deployed.
   */
  private static Optional<Driver> driver(String url) {
    for (Driver driver : ServiceLoader.load(Driver.class, ConnectionPool.class.getClassLoader())) {
      try {
        if (driver.acceptsURL(url)) {
          return Optional.of(driver);
        }
      } catch (SQLException notThisOne) {
        // the next one may
      }
    }
    return Optional.empty();
  }
}

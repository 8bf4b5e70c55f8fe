package dev.parley.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.util.UUID;

/** Databases for tests, each empty and of its own. */
public final class Databases {
  private Databases() {}

  /** An H2 database in memory that ends when this is closed. */
  public static HikariDataSource inMemory() {
    return pool("jdbc:h2:mem:" + UUID.randomUUID());
  }

  /** An H2 database in a file of {@code directory}. */
  public static HikariDataSource inFile(Path directory) {
    return pool("jdbc:h2:file:" + directory.resolve("parley") + ";WRITE_DELAY=0");
  }

  /** A pool that holds a connection as long as it is open. */
  public static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(10);
    config.setMinimumIdle(1);
    config.setIdleTimeout(0);
    config.setMaxLifetime(0);
    return new HikariDataSource(config);
  }
}

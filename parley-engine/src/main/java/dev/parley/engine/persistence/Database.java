package dev.parley.engine.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Health;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** The open database: migrated, with a factory for entity managers over it. */
public final class Database implements AutoCloseable {
  private static final int CHECK_SECONDS = 2;

  private final DataSource source;
  private final @Nullable HikariDataSource pool;
  private final EntityManagerFactory factory;
  private volatile String product;

  private Database(DataSource source, @Nullable HikariDataSource pool, List<Class<?>> entities) {
    this.source = source;
    this.pool = pool;
    CompletableFuture<EntityManagerFactory> opening =
        CompletableFuture.supplyAsync(() -> EntityManagers.factory(source, entities));
    this.product = migrate(source);
    this.factory = opening.join();
  }

  /**
   * Opens a pool on {@code url} and brings the schema up to date.
   *
   * @throws DatabaseUnusable where that fails, with a sentence that says what to do
   */
  public static Database open(String url, List<Class<?>> entities) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("parley");
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(10);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(5_000);
    config.setInitializationFailTimeout(5_000);
    HikariDataSource pool;
    try {
      pool = new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw DatabaseUnusable.opening(url, e);
    }
    try {
      return new Database(pool, pool, entities);
    } catch (RuntimeException e) {
      pool.close();
      throw DatabaseUnusable.opening(url, e);
    }
  }

  /** Uses {@code source}, which stays the caller's to close, and brings the schema up to date. */
  public static Database over(DataSource source, List<Class<?>> entities) {
    try {
      return new Database(source, null, entities);
    } catch (RuntimeException e) {
      throw DatabaseUnusable.opening("the given DataSource", e);
    }
  }

  /** Transactions on this database. */
  public Transactions transactions() {
    return new Transactions(factory);
  }

  /** Asks the database whether it is there. */
  public Health health() {
    try (Connection connection = source.getConnection()) {
      boolean valid = connection.isValid(CHECK_SECONDS);
      if (valid) {
        product = productOf(connection.getMetaData());
      }
      return new Health(valid, product);
    } catch (SQLException e) {
      return new Health(false, product);
    }
  }

  @Override
  public void close() {
    factory.close();
    if (pool != null) {
      pool.close();
    }
  }

  private static String migrate(DataSource source) {
    Flyway.configure(Database.class.getClassLoader())
        .dataSource(source)
        .locations("classpath:dev/parley/engine/migration")
        .table("parley_schema_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
    try (Connection connection = source.getConnection()) {
      return productOf(connection.getMetaData());
    } catch (SQLException e) {
      throw new IllegalStateException("the database went away while it was opened", e);
    }
  }

  private static String productOf(DatabaseMetaData meta) throws SQLException {
    return meta.getDatabaseProductName() + " " + meta.getDatabaseProductVersion().split(" ", 2)[0];
  }
}

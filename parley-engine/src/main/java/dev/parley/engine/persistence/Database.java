package dev.parley.engine.persistence;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import dev.parley.spi.Telemetry;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.spi.PersistenceProvider;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The open database: migrated, with a factory for entity managers. */
public final class Database implements AutoCloseable {
  private static final int CHECK_SECONDS = 2;

  /** A name and no class: a program that never uses PostgreSQL need not have its driver. */
  private static final String POSTGRES_DRIVER = "org.postgresql.PGConnection";

  private final DataSource source;
  private final @Nullable HikariDataSource pool;
  private final @Nullable OwnStorage own;
  private final EntityManagerFactory factory;
  private final Transactions transactions;
  private final boolean indexesWords;
  private volatile String product;

  private Database(
      DataSource source,
      @Nullable HikariDataSource pool,
      @Nullable OwnStorage own,
      List<Class<?>> entities,
      PersistenceProvider provider) {
    this.source = source;
    this.pool = pool;
    this.own = own;
    CompletableFuture<EntityManagerFactory> opening =
        CompletableFuture.supplyAsync(() -> EntityManagers.factory(source, entities, provider));
    try {
      this.product = migrate(source);
      this.indexesWords = Dialect.of(source).indexesWords();
      if (own != null) {
        own.force(); // a killed process may have left commits that are in the file alone
      }
    } catch (RuntimeException | Error unusable) {
      var unused = opening.thenAccept(EntityManagerFactory::close);
      throw unusable;
    }
    this.factory = opening.join();
    this.transactions = new Transactions(factory, own);
  }

  /**
   * Opens a pool on {@code url} and migrates the schema.
   *
   * @throws DatabaseUnusable where that fails, with the remedy
   */
  public static Database open(String url, List<Class<?>> entities) {
    return open(url, null, entities);
  }

  /**
   * Opens a database of this process.
   *
   * @param url the URL that {@code own} opens, for the log
   */
  public static Database open(String url, @Nullable OwnStorage own, List<Class<?>> entities) {
    HikariDataSource pool = ConnectionPool.open(url, own);
    if (own != null) {
      own.pooledBy(pool.getHikariPoolMXBean()::softEvictConnections);
    }
    try {
      return new Database(pool, pool, own, entities, EntityManagers.provider());
    } catch (RuntimeException e) {
      close(own, pool);
      throw DatabaseUnusable.opening(url, e);
    } catch (Error e) {
      close(own, pool);
      throw e;
    }
  }

  /** Opens {@code source}, which the caller closes, and migrates the schema. */
  public static Database over(DataSource source, List<Class<?>> entities) {
    return over(source, entities, EntityManagers.provider());
  }

  /** Opens {@code source} with a provider of the caller's choice. */
  public static Database over(
      DataSource source, List<Class<?>> entities, PersistenceProvider provider) {
    try {
      return new Database(source, null, null, entities, provider);
    } catch (RuntimeException e) {
      throw DatabaseUnusable.opening("the given DataSource", e);
    }
  }

  /** Has its transactions and its pool observed from now on. */
  public void observedBy(Telemetry telemetry) {
    transactions.observedBy(telemetry);
    HikariDataSource known = pool;
    if (known != null) {
      telemetry.opened(() -> use(known));
    }
  }

  private static Telemetry.PoolUse use(HikariDataSource pool) {
    HikariPoolMXBean now = pool.getHikariPoolMXBean();
    return new Telemetry.PoolUse(
        now.getActiveConnections(),
        now.getIdleConnections(),
        now.getThreadsAwaitingConnection(),
        pool.getMaximumPoolSize());
  }

  /** Returns transactions on this database. */
  public Transactions transactions() {
    return transactions;
  }

  /**
   * Returns the notifications between processes over this database. Only PostgreSQL has them,
   * through its own driver; a {@link DataSource} whose driver comes from another class loader has
   * none. A listener occupies one connection of the pool for good.
   *
   * <p>A pooler that assigns a server connection for one transaction at a time, as PgBouncer may,
   * accepts {@code LISTEN} and delivers nothing.
   */
  public Optional<NotificationChannel> notices() {
    return Dialect.of(source) == Dialect.POSTGRESQL
            && isLoadable(POSTGRES_DRIVER)
            && PostgresNotifications.areSupportedBy(source)
        ? Optional.of(new PostgresNotifications(source))
        : Optional.empty();
  }

  private static boolean isLoadable(String type) {
    try {
      Class.forName(type, false, Database.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** The processes that can use a database. */
  public enum Reach {
    /** This process; the database ends with it. */
    MEMORY,
    /** One process at a time. */
    PROCESS,
    /** Any number of processes. */
    SHARED
  }

  /**
   * Returns the processes that can use this one: H2 locks its file for one process, unless it runs
   * as a server.
   */
  public Reach reach() {
    try (Connection connection = source.getConnection()) {
      String url = String.valueOf(connection.getMetaData().getURL()).toLowerCase(Locale.ROOT);
      if (!url.startsWith("jdbc:h2:")
          || url.startsWith("jdbc:h2:tcp:")
          || url.startsWith("jdbc:h2:ssl:")) {
        return Reach.SHARED;
      }
      return url.startsWith("jdbc:h2:mem:") ? Reach.MEMORY : Reach.PROCESS;
    } catch (SQLException e) {
      throw new IllegalStateException("the database went away while it was opened", e);
    }
  }

  /** Returns the database inside this process; empty for one of another process or program. */
  public Optional<OwnStorage> storage() {
    return Optional.ofNullable(own);
  }

  /** Returns true if it has a full-text index of messages. */
  public boolean indexesWords() {
    return indexesWords;
  }

  /**
   * The state of the database.
   *
   * @param product the last known one where it is unreachable
   * @param fullSince the time since which its disk is full; empty where it is not, as far as is
   *     known
   */
  public record State(boolean reachable, String product, Optional<Instant> fullSince) {}

  /** Queries the database for its state. */
  public State state() {
    long began = System.nanoTime();
    try (Connection connection = source.getConnection()) {
      boolean valid = connection.isValid(CHECK_SECONDS);
      if (valid) {
        if (own != null) {
          own.check(connection);
        }
        product = productOf(connection.getMetaData());
      }
      return new State(valid, product, transactions.fullSince());
    } catch (SQLException e) {
      transactions.noteFailure(began, e);
      return new State(false, product, transactions.fullSince());
    }
  }

  @Override
  public void close() {
    factory.close();
    close(own, pool);
  }

  /** Ends the work of {@code own} first: it would open the database again after the pool. */
  private static void close(@Nullable OwnStorage own, @Nullable HikariDataSource pool) {
    if (own != null) {
      own.close();
    }
    if (pool != null) {
      pool.close();
    }
  }

  /**
   * Migrates the schema; returns the product behind {@code source}.
   *
   * @throws IllegalStateException for the schema of a later build
   */
  public static String migrate(DataSource source) {
    SchemaMigration.run(source);
    try (Connection connection = source.getConnection()) {
      return productOf(connection.getMetaData());
    } catch (SQLException e) {
      throw new IllegalStateException("the database went away while it was opened", e);
    }
  }

  private static String productOf(DatabaseMetaData meta) throws SQLException {
    return meta.getDatabaseProductName()
        + " "
        + meta.getDatabaseProductVersion().split("[ -]", 2)[0];
  }
}

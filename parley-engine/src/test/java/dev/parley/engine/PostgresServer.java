package dev.parley.engine;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * One PostgreSQL for all the tests of a JVM, started by the first that asks; it ends with the JVM.
 */
public final class PostgresServer {
  private static final EmbeddedPostgres SERVER = start();

  private PostgresServer() {}

  /** The URL of a new, empty database. */
  public static String newDatabase() {
    return newDatabase("");
  }

  /** The URL of a new, empty database that sorts text without regard to hyphens. */
  static String newDatabaseThatIgnoresHyphens() {
    return newDatabase(" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-u-ka-shifted'");
  }

  private static String newDatabase(String options) {
    String name = "t" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection =
            DriverManager.getConnection(SERVER.getJdbcUrl("postgres", "postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + options);
      return SERVER.getJdbcUrl("postgres", name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.parley.engine;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.persistence.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/**
 * One PostgreSQL for all the tests of a JVM, started by the first that asks; it ends with the JVM.
 */
public final class PostgresServer {
  private static final EmbeddedPostgres SERVER = start();

  /** A database with the schema, made once: a copy of it takes a tenth of the time. */
  private static final class Template {
    private static final String NAME = migrated();

    private static String migrated() {
      String name = create("");
      try (HikariDataSource source = Databases.pool(url(name))) {
        Database.over(source, List.of()).close();
      }
      return name;
    }
  }

  private PostgresServer() {}

  /** The URL of a new, empty database. */
  public static String newDatabase() {
    return url(create(""));
  }

  /** The URL of a new database that has the schema and no rows. */
  static String newMigratedDatabase() {
    return url(create(" TEMPLATE " + Template.NAME));
  }

  /** The URL of a new, empty database that sorts text without regard to hyphens. */
  static String newDatabaseThatIgnoresHyphens() {
    return url(create(" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-u-ka-shifted'"));
  }

  private static String create(String options) {
    String name = "t" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection =
            DriverManager.getConnection(SERVER.getJdbcUrl("postgres", "postgres"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + options);
      return name;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String url(String name) {
    return SERVER.getJdbcUrl("postgres", name);
  }

  private static EmbeddedPostgres start() {
    try {
      return EmbeddedPostgres.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.parley.engine.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the schema of a database to the version of this build. */
final class SchemaMigration {
  /** The version of the newest migration, which all databases have. */
  static final String NEWEST = "22";

  private static final String HISTORY = "parley_schema_history";

  private SchemaMigration() {}

  /**
   * Applies the migrations that are missing. Flyway is not loaded for a database that has the
   * newest one: it takes a sixth of a start.
   */
  static void run(DataSource source) {
    if (!isCurrent(source)) {
      migrate(source);
    }
  }

  /** Returns true if the newest migration was applied and none failed. */
  static boolean isCurrent(DataSource source) {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      String quote = connection.getMetaData().getIdentifierQuoteString().trim();
      String query = ("SELECT `version`, `success` FROM `" + HISTORY + "`").replace("`", quote);
      boolean newest = false;
      try (ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          if (!rows.getBoolean(2)) {
            return false;
          }
          newest |= NEWEST.equals(rows.getString(1));
        }
      }
      return newest;
    } catch (SQLException noHistory) {
      return false;
    }
  }

  private static void migrate(DataSource source) {
    Dialect dialect = Dialect.of(source);
    Flyway flyway =
        Flyway.configure(SchemaMigration.class.getClassLoader())
            .dataSource(source)
            .locations(dialect.migrations())
            .placeholders(dialect.words())
            .table(HISTORY)
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .validateOnMigrate(false) // the text of a migration may change, its effect may not
            .load();
    try {
      flyway.migrate();
    } catch (FlywayException e) {
      if (e.getCause() != null) {
        throw e;
      }
      // Another process migrates the same empty database: Flyway found no history, then tables.
      flyway.migrate();
    }
  }
}

package dev.parley.engine.persistence;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the schema of a database to the version of this build. */
final class SchemaMigration {
  /** The version of the newest migration, which all databases have. */
  static final String NEWEST = "24";

  /** The table that has the migrations which were applied. */
  static final String HISTORY = "parley_schema_history";

  private SchemaMigration() {}

  /**
   * Applies the migrations that are missing. Flyway is not loaded for a database that has the
   * newest one: it takes a sixth of a start.
   *
   * @throws IllegalStateException for the schema of a later build, whose rows this one would read
   *     and write wrongly
   */
  static void run(DataSource source) {
    SchemaState state = SchemaState.in(source);
    if (state.condition() == SchemaState.Condition.LATER) {
      throw new IllegalStateException(
          "its schema is version "
              + state.version().orElseThrow()
              + " of a later Parley, and this one knows no later than "
              + NEWEST
              + ". Start the later Parley, or restore a backup that an earlier one made");
    }
    if (state.condition() != SchemaState.Condition.CURRENT) {
      migrate(source);
    }
  }

  /** Returns true if the newest migration was applied and none failed. */
  static boolean isCurrent(DataSource source) {
    return SchemaState.in(source).condition() == SchemaState.Condition.CURRENT;
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

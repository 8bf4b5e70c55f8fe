package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Logged;
import dev.parley.engine.Store;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;

class SchemaMigrationTest {
  @Test
  void newest_isTheLastMigrationOfEachDialect() {
    try (HikariDataSource source = Databases.inMemory()) {
      for (Dialect dialect : Dialect.values()) {
        MigrationInfo[] all =
            Flyway.configure(SchemaMigrationTest.class.getClassLoader())
                .dataSource(source)
                .locations(dialect.migrations())
                .load()
                .info()
                .all();
        assertThat(all[all.length - 1].getVersion().getVersion())
            .as("%s", dialect)
            .isEqualTo(SchemaMigration.NEWEST);
      }
    }
  }

  @Test
  void isCurrent_whereTheNewestWasAppliedAndNoneFailed_onH2() throws Exception {
    try (HikariDataSource source = Databases.inMemory()) {
      isCurrent(source, "\"");
    }
  }

  @Test
  void isCurrent_whereTheNewestWasAppliedAndNoneFailed_onPostgres() throws Exception {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      isCurrent(source, "\"");
    }
  }

  @Test
  void isCurrent_whereTheNewestWasAppliedAndNoneFailed_onMariaDb() throws Exception {
    try (HikariDataSource source = Store.MARIADB.newDatabase()) {
      isCurrent(source, "`");
    }
  }

  @Test
  void emptyDatabase_isMigratedWithoutAWarning_onPostgres() {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      assertThat(warnings(source)).isEmpty();
    }
  }

  private static List<String> warnings(DataSource empty) {
    Logged flyway = new Logged("org.flywaydb");
    try {
      SchemaMigration.run(empty);
      assertThat(flyway.lines()).anyMatch(line -> line.startsWith("INFO: Migrating schema"));
      return flyway.lines().stream().filter(line -> line.startsWith("WARNING")).toList();
    } finally {
      flyway.close();
    }
  }

  private static void isCurrent(DataSource source, String quote) throws SQLException {
    assertThat(SchemaMigration.isCurrent(source)).as("an empty database").isFalse();
    SchemaMigration.run(source);
    assertThat(SchemaMigration.isCurrent(source)).as("a migrated one").isTrue();

    String newest = " `version` = '" + SchemaMigration.NEWEST + "'";
    run(source, quote, "UPDATE `parley_schema_history` SET `success` = FALSE WHERE" + newest);
    assertThat(SchemaMigration.isCurrent(source)).as("the newest failed").isFalse();

    run(source, quote, "DELETE FROM `parley_schema_history` WHERE" + newest);
    assertThat(SchemaMigration.isCurrent(source)).as("the newest is missing").isFalse();

    SchemaMigration.run(source);
    assertThat(SchemaMigration.isCurrent(source)).as("it was applied again").isTrue();
  }

  private static void run(DataSource source, String quote, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql.replace("`", quote));
    }
  }
}

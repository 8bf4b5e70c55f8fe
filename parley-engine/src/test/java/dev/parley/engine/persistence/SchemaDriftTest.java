package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Databases;
import dev.parley.engine.Entities;
import dev.parley.engine.Store;
import jakarta.persistence.spi.PersistenceProvider;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceProvider;
import org.junit.jupiter.api.Test;

/** The migrations make exactly the tables the entities expect: a provider compares the two. */
class SchemaDriftTest {

  @Test
  void migratedSchema_onH2_isWhatTheEntitiesExpect() {
    try (HikariDataSource source = Databases.inMemory()) {
      assertThat(Database.migrate(source)).isNotBlank();
      assertThatCode(() -> validate(source)).doesNotThrowAnyException();
    }
  }

  @Test
  void migratedSchema_onPostgres_isWhatTheEntitiesExpect() {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      assertThat(Database.migrate(source)).isNotBlank();
      assertThatCode(() -> validate(source)).doesNotThrowAnyException();
    }
  }

  @Test
  void drift_inAnyColumn_isSeen() throws Exception {
    for (String drift :
        List.of(
            "ALTER TABLE parley_member DROP COLUMN agent",
            "ALTER TABLE parley_room ALTER COLUMN high_water VARCHAR(20)",
            "ALTER TABLE parley_room RENAME TO parley_rooms")) {
      try (HikariDataSource source = Databases.inMemory()) {
        assertThat(Database.migrate(source)).isNotBlank();
        try (Connection connection = source.getConnection();
            Statement statement = connection.createStatement()) {
          statement.execute(drift);
        }
        assertThatThrownBy(() -> validate(source)).hasStackTraceContaining("Schema-validation");
      }
    }
  }

  private static void validate(DataSource source) {
    PersistenceProvider hibernate = new HibernatePersistenceProvider();
    hibernate
        .createContainerEntityManagerFactory(
            new PersistenceUnit(
                source, hibernate.getClass().getName(), Entities.ALL, Path.of("absent")),
            Map.of(
                "hibernate.hbm2ddl.auto",
                "validate",
                "hibernate.archive.scanner",
                EntityManagers.NO_SCANNER))
        .close();
  }
}

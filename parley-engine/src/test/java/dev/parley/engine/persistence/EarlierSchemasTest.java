package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.Databases;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.SchemaState.Condition;
import dev.parley.engine.persistence.offline.OfflineDatabase;
import dev.parley.engine.persistence.offline.RestoredFolder;
import dev.parley.engine.persistence.offline.TransferRefused;
import dev.parley.id.RoomName;
import dev.parley.room.RoomListing.RoomSummary;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Data folders as each earlier schema left them: they are recognized, backed up, restored and
 * brought up to date. A schema of a later build is refused with what to do.
 */
class EarlierSchemasTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  @TempDir private Path folder;

  static Stream<String> earlierVersions() {
    try (HikariDataSource source = Databases.inMemory()) {
      return Arrays.stream(flyway(source, SchemaState.NEWEST).info().all())
          .map(migration -> migration.getVersion().getVersion())
          .filter(version -> !version.equals(SchemaState.NEWEST))
          .toList()
          .stream();
    }
  }

  private static Flyway flyway(DataSource source, String target) {
    Dialect dialect = Dialect.of(source);
    return Flyway.configure(EarlierSchemasTest.class.getClassLoader())
        .dataSource(source)
        .locations(dialect.migrations())
        .placeholders(dialect.words())
        .table(SchemaMigration.HISTORY)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .target(target)
        .load();
  }

  /** The folder of a server of an earlier version, with a room. */
  private Path left(String version) throws SQLException {
    Path data = folder.resolve("v" + version);
    try (HikariDataSource source = Databases.inFile(data)) {
      var unused = flyway(source, version).migrate();
      run(
          source,
          """
          INSERT INTO parley_room (id, workspace, name, created_at, high_water)
            VALUES ('01M80JXMYD45RCCBBAQZFHJRCZ', 'default', 'planning', '2026-01-02 03:04:05', 64)
          """);
    }
    return data;
  }

  private static void run(DataSource source, String sql) throws SQLException {
    try (var connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @MethodSource("earlierVersions")
  void earlierFolder_isBackedUpRestoredAndMigrated(String version) throws Exception {
    Path data = left(version);
    Path zip = folder.resolve("backup.zip");
    try (OfflineDatabase database = OfflineDatabase.inFolder(data)) {
      assertThat(database.schema().condition()).isEqualTo(Condition.OLDER);
      assertThat(database.schema().version()).contains(version);
      assertThatThrownBy(() -> database.exportRows("default", (table, columns) -> {}))
          .isInstanceOf(TransferRefused.class)
          .hasMessageContaining("db migrate");
      database.backup(zip, InstantSource.system());
    }
    Path restored = folder.resolve("restored");
    assertThat(RestoredFolder.of(zip, restored).schema()).isEqualTo(version);
    try (OfflineDatabase database = OfflineDatabase.inFolder(restored)) {
      assertThat(database.schema().version()).contains(version);
    }
    try (Parley parley = ParleyBuilder.builder().data(restored).build()) {
      assertThat(parley.connect(ConnectOptions.of("alice")).rooms().list().available())
          .containsExactly(new RoomSummary(PLANNING, 0));
    }
    try (OfflineDatabase database = OfflineDatabase.inFolder(data)) {
      assertThat(database.migrate().version()).contains(version);
      assertThat(database.schema().condition()).isEqualTo(Condition.CURRENT);
      assertThat(database.migrate().condition()).isEqualTo(Condition.CURRENT);
      assertThat(database.exportRows("default", (table, columns) -> {}))
          .containsEntry("parley_room", 1L);
    }
  }

  @Test
  void emptyDatabase_isEmpty() {
    try (HikariDataSource source = Databases.inMemory()) {
      assertThat(SchemaState.in(source).condition()).isEqualTo(Condition.EMPTY);
      assertThat(SchemaState.in(source).version()).isEmpty();
    }
  }

  @Test
  void laterSchema_onAnH2File_isRefusedAndLeftAsItIs() throws Exception {
    Path data = folder.resolve("later");
    try (Parley parley = ParleyBuilder.builder().data(data).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
    }
    try (HikariDataSource source = Databases.inFile(data)) {
      addLater(source, "\"");
    }
    assertThatThrownBy(() -> ParleyBuilder.builder().data(data).build())
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining("its schema is version 9999 of a later Parley")
        .hasMessageContaining("knows no later than " + SchemaState.NEWEST)
        .hasMessageContaining("Start the later Parley");
    try (OfflineDatabase database = OfflineDatabase.inFolder(data)) {
      assertThat(database.schema().condition()).isEqualTo(Condition.LATER);
      assertThatThrownBy(database::migrate)
          .isInstanceOf(TransferRefused.class)
          .hasMessageContaining("of a later Parley");
      assertThatThrownBy(() -> database.importRows("team", java.util.Optional::empty))
          .isInstanceOf(TransferRefused.class)
          .hasMessageContaining("of a later Parley");
    }
  }

  @Test
  void laterSchema_onPostgres_isRefused() throws Exception {
    try (HikariDataSource source = Store.POSTGRESQL.newMigratedDatabase()) {
      addLater(source, "\"");
      assertThatThrownBy(() -> ParleyBuilder.builder().database(source).build())
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContaining("its schema is version 9999 of a later Parley");
    }
  }

  private static void addLater(DataSource source, String quote) throws SQLException {
    run(
        source,
        """
        INSERT INTO `parley_schema_history` (`installed_rank`, `version`, `description`, `type`,
            `script`, `checksum`, `installed_by`, `execution_time`, `success`)
          VALUES (1000, '9999', 'later', 'SQL', 'V9999__later.sql', 1, 'somebody', 1, TRUE)
        """
            .replace("`", quote));
  }
}

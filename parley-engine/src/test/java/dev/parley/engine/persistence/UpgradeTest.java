package dev.parley.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Databases;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.Store;
import dev.parley.id.RoomName;
import dev.parley.message.Body;
import dev.parley.room.RoomListing.RoomSummary;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of an earlier version opens, is brought up to date, and keeps what it has. */
class UpgradeTest {
  private static final RoomName PLANNING = RoomName.of("planning");

  @Test
  void roomsOfTheFirstVersion_onAnH2File_areKept(@TempDir Path directory) throws Exception {
    try (HikariDataSource source = Databases.inFile(directory)) {
      asTheFirstVersionLeftIt(source);
    }
    try (Parley parley = ParleyBuilder.builder().data(directory).build()) {
      check(parley);
    }
    try (Parley parley = ParleyBuilder.builder().data(directory).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
    }
  }

  @Test
  void roomsOfTheFirstVersion_onPostgres_areKept() throws Exception {
    try (HikariDataSource source = Store.POSTGRESQL.newDatabase()) {
      asTheFirstVersionLeftIt(source);
      try (Parley parley = ParleyBuilder.builder().database(source).build()) {
        check(parley);
      }
    }
  }

  private static void check(Parley parley) {
    Connection alice = parley.connect(ConnectOptions.of("alice"));
    assertThat(alice.rooms().list().available())
        .containsExactly(new RoomSummary(PLANNING, 0), new RoomSummary(RoomName.of("review"), 0));
    alice.rooms().join(PLANNING);
    assertThat(alice.rooms().send(PLANNING, Body.of("hi")).seq()).isGreaterThan(1_234);
    var tasks = alice.sessions().current().tasks();
    var task = tasks.create(TaskDraft.titled("t").build());
    assertThat(tasks.list(TaskFilter.ALL)).containsExactly(task);
  }

  /** Two rooms, one that has said 1,234 messages, and a member its process left behind. */
  private static void asTheFirstVersionLeftIt(DataSource source) throws SQLException {
    Dialect dialect = Dialect.of(source);
    Flyway.configure()
        .dataSource(source)
        .locations(dialect.migrations())
        .placeholders(dialect.words())
        .table("parley_schema_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .target("1")
        .load()
        .migrate();
    try (var connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO parley_room (id, workspace, name, created_at, high_water) VALUES
            ('01M80JXMYD45RCCBBAQZFHJRCZ', 'default', 'planning', '2026-01-02 03:04:05', 1234),
            ('01M80JXNQ2CPJE3CH1BGSJ46ZB', 'default', 'review', '2026-01-02 03:04:06', 0)
          """);
      statement.execute(
          """
          INSERT INTO parley_member
            (id, room_id, connection_id, agent, nickname, node, joined_at)
          VALUES ('01M80JXNQ2CPJE3CH1BGSJ46ZC', '01M80JXMYD45RCCBBAQZFHJRCZ', 'c1', 'bob', 'bob',
            'parley', '2026-01-02 03:04:07')
          """);
    }
  }
}

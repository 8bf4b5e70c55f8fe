package dev.parley.engine.persistence.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.Databases;
import dev.parley.engine.OnStores;
import dev.parley.engine.ParleyBuilder;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.offline.RowSource.Row;
import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.session.Session;
import dev.parley.task.TaskFilter;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A workspace goes from one database to another and back, and is the same row by row. */
@OnStores({Store.H2, Store.POSTGRESQL, Store.MARIADB})
class WorkspaceTransferTest {
  private static final WorkspaceId TEAM = new WorkspaceId("team");
  private static final WorkspaceId OTHER = new WorkspaceId("other");

  private final Store store;

  WorkspaceTransferTest(Store store) {
    this.store = store;
  }

  private HikariDataSource filled() throws SQLException {
    HikariDataSource source = Databases.inMemory();
    try (Parley parley = ParleyBuilder.builder().database(source).build()) {
      FilledWorkspace.fill(parley, TEAM);
      FilledWorkspace.fill(parley, OTHER);
    }
    FilledWorkspace.fillTheRest(source, TEAM);
    return source;
  }

  private HikariDataSource empty() {
    HikariDataSource source = store.newDatabase();
    try (Parley parley = ParleyBuilder.builder().database(source).build()) {
      assertThat(parley.health().storageReachable()).isTrue();
    }
    return source;
  }

  private static List<Row> exported(DataSource source, WorkspaceId workspace) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (var connection = source.getConnection()) {
      Map<String, Long> counts =
          WorkspaceExport.run(
              connection,
              workspace.value(),
              (table, columns) -> rows.add(new Row(table, new LinkedHashMap<>(columns))));
      counts.forEach(
          (table, count) ->
              assertThat(rows.stream().filter(row -> row.table().equals(table)))
                  .as(table)
                  .hasSize(count.intValue()));
    }
    return rows;
  }

  private static Map<String, Long> imported(
      DataSource source, WorkspaceId workspace, List<Row> rows) throws Exception {
    Iterator<Row> next = rows.iterator();
    try (var connection = source.getConnection()) {
      return new WorkspaceImport(connection, workspace.value())
          .run(() -> next.hasNext() ? Optional.of(next.next()) : Optional.empty());
    }
  }

  private static List<String> sorted(List<Row> rows) {
    return rows.stream().map(Row::toString).sorted().toList();
  }

  @Test
  void workspace_toThisStoreAndBack_isTheSame() throws Exception {
    try (HikariDataSource from = filled();
        HikariDataSource to = empty();
        HikariDataSource back = Databases.inMemory()) {
      List<Row> rows = exported(from, TEAM);
      assertThat(new TreeSet<>(rows.stream().map(Row::table).toList()))
          .as("each table has a row")
          .isEqualTo(new TreeSet<>(TransferTable.ALL.stream().map(TransferTable::name).toList()));
      assertThat(imported(to, TEAM, rows).values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(rows.size());
      List<Row> there = exported(to, TEAM);
      assertThat(sorted(there)).isEqualTo(sorted(rows));
      try (Parley parley = ParleyBuilder.builder().database(back).build()) {
        assertThat(parley.health().storageReachable()).isTrue();
      }
      imported(back, TEAM, there);
      assertThat(sorted(exported(back, TEAM))).isEqualTo(sorted(rows));
      assertThat(exported(back, OTHER)).isEmpty();
      check(to);
    }
  }

  /** Agents go on where they were. */
  private void check(DataSource to) {
    try (Parley parley = store.over(to).build()) {
      Connection bob =
          parley.connect(
              new ConnectOptions(
                  TEAM, Optional.of(new AgentId("bob")), Optional.empty(), Set.of()));
      RoomName planning = RoomName.of("planning");
      assertThat(bob.topics().readAfter(planning, 0, 10))
          .extracting(Message::seq)
          .containsExactly(1L, 2L);
      assertThat(bob.topics().post(planning, Body.of("third"), Optional.empty()).seq())
          .isEqualTo(3);
      Session session = bob.sessions().start(new SessionId("release-1"));
      assertThat(session.tasks().list(TaskFilter.ALL))
          .extracting(task -> task.draft().title())
          .containsExactly("the base", "the next", "derived");
      assertThat(session.artifacts().list()).hasSize(1);
      assertThat(bob.memory().project().orElse("")).contains("plan");
    }
  }

  @Test
  void workspaceThatExists_isRefused_andNothingChanges() throws Exception {
    try (HikariDataSource from = filled();
        HikariDataSource to = empty()) {
      List<Row> rows = exported(from, TEAM);
      imported(to, TEAM, rows);
      List<Row> before = exported(to, TEAM);
      assertThatThrownBy(() -> imported(to, TEAM, rows))
          .isInstanceOf(TransferRefused.class)
          .hasMessageContaining("the workspace team exists")
          .hasMessageContaining("nothing was changed");
      assertThat(sorted(exported(to, TEAM))).isEqualTo(sorted(before));
      assertThat(imported(to, OTHER, exported(from, OTHER))).isNotEmpty();
    }
  }

  @Test
  void rowsOfAnotherWorkspace_areRefused() throws Exception {
    try (HikariDataSource from = filled();
        HikariDataSource to = empty()) {
      imported(to, OTHER, exported(from, OTHER));
      List<Row> others = exported(to, OTHER);
      List<Row> rows = exported(from, TEAM);
      refused(
          to, changed(rows, "parley_room", "workspace", "third"), "another workspace than team");
      Object session = value(others, "parley_session", "id");
      List<Row> moved = new ArrayList<>(rows);
      moved.add(
          changed(
                  changed(
                      List.of(first(rows, "parley_event")), "parley_event", "session_id", session),
                  "parley_event",
                  "seq",
                  9_999L)
              .get(0));
      refused(to, moved, "parley_event that belong to another workspace");
      assertThat(sorted(exported(to, OTHER))).isEqualTo(sorted(others));
    }
  }

  @Test
  void rowsThatDoNotFit_areRefused() throws Exception {
    try (HikariDataSource from = filled();
        HikariDataSource to = empty()) {
      List<Row> rows = exported(from, TEAM);
      refused(to, with(rows, new Row("parley_credential", Map.of())), "there is no table");
      refused(to, with(rows, new Row("parley_room; DROP TABLE x", Map.of())), "there is no table");
      refused(to, with(rows, new Row("parley_room", Map.of("id", "1"))), "has the columns");
      refused(to, changed(rows, "parley_room", "high_water", "many"), "high_water is a number");
      refused(to, changed(rows, "parley_room", "created_at", "now"), "created_at is a time");
      refused(to, changed(rows, "parley_room", "name", 7L), "name is a text");
      refused(to, changed(rows, "parley_room", "name", null), "do not fit");
      refused(to, changed(rows, "parley_task", "parent_id", "nobody"), "do not fit");
      refused(to, with(rows, first(rows, "parley_task")), "do not fit");
    }
  }

  private static void refused(DataSource to, List<Row> rows, String expected) throws Exception {
    assertThatThrownBy(() -> imported(to, TEAM, rows))
        .isInstanceOf(TransferRefused.class)
        .hasMessageContaining(expected)
        .hasMessageContaining("nothing was changed");
    assertThat(exported(to, TEAM)).as(expected).isEmpty();
  }

  private static Row first(List<Row> rows, String table) {
    return rows.stream().filter(row -> row.table().equals(table)).findFirst().orElseThrow();
  }

  private static Object value(List<Row> rows, String table, String column) {
    return first(rows, table).columns().get(column);
  }

  private static List<Row> with(List<Row> rows, Row more) {
    List<Row> all = new ArrayList<>(rows);
    all.add(more);
    return all;
  }

  /** Sets a column of the rows of a table. */
  private static List<Row> changed(List<Row> rows, String table, String column, Object value) {
    Function<Row, Row> change =
        row -> {
          Map<String, Object> columns = new LinkedHashMap<>(row.columns());
          columns.put(column, value);
          return new Row(table, columns);
        };
    return rows.stream().map(row -> row.table().equals(table) ? change.apply(row) : row).toList();
  }

  /** A new table is exported, or left out for a reason. */
  @Test
  void everyTable_isCovered() throws Exception {
    Set<String> covered = new TreeSet<>();
    TransferTable.ALL.forEach(table -> covered.add(table.name()));
    covered.addAll(TransferTable.LEFT_OUT.keySet());
    covered.add("parley_schema_history");
    try (HikariDataSource source = empty()) {
      Set<String> tables = new TreeSet<>();
      try (var connection = source.getConnection();
          ResultSet found =
              connection
                  .getMetaData()
                  .getTables(
                      connection.getCatalog(), null, null, new String[] {"TABLE", "BASE TABLE"})) {
        while (found.next()) {
          String name = found.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
          if (name.startsWith("parley_")) {
            tables.add(name);
          }
        }
      }
      assertThat(tables).hasSizeGreaterThan(25);
      assertThat(covered).containsAll(tables);
      assertThat(tables).containsAll(TransferTable.ALL.stream().map(TransferTable::name).toList());
    }
  }

  @Test
  void sinkThatFails_endsTheExport() throws Exception {
    try (HikariDataSource from = filled();
        var connection = from.getConnection()) {
      assertThatThrownBy(
              () ->
                  WorkspaceExport.run(
                      connection,
                      "team",
                      (table, columns) -> {
                        throw new IOException("full");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("full");
    }
  }
}

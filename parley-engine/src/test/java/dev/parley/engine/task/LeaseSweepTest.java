package dev.parley.engine.task;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.engine.Store;
import dev.parley.engine.persistence.RecordedStatements;
import dev.parley.id.SessionId;
import dev.parley.task.TaskDraft;
import dev.parley.task.Tasks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * A sweep finds leases by their index, and not by reading all tasks of the sessions: those that
 * have expired, once a second, and those of each agent that made calls.
 */
class LeaseSweepTest {
  private static final String INDEX = "parley_task_lease";

  @Test
  void search_readsTheIndexOfLeases() throws SQLException {
    assertAllReadTheIndex(sql -> sql.contains("DISTINCT") && sql.contains("lease_until"));
  }

  @Test
  void renewal_readsTheIndexOfLeases() throws SQLException {
    assertAllReadTheIndex(sql -> sql.startsWith("UPDATE parley_task SET lease_until"));
  }

  private static void assertAllReadTheIndex(Predicate<String> isOfSweep) throws SQLException {
    try (HikariDataSource source = Store.H2.newMigratedDatabase()) {
      RecordedStatements recorded = new RecordedStatements();
      Set<String> sweeps = ConcurrentHashMap.newKeySet();
      recorded.before(
          sql -> {
            if (isOfSweep.test(sql)) {
              sweeps.add(sql);
            }
          });
      try (Parley parley = Store.H2.over(recorded.of(source)).build()) {
        Tasks tasks =
            parley
                .connect(ConnectOptions.of("agent").during(new SessionId("main")))
                .sessions()
                .current()
                .tasks();
        for (int i = 0; i < 20; i++) {
          tasks.claim(tasks.create(TaskDraft.titled("t").build()).id());
        }
        eventually("a sweep", () -> !sweeps.isEmpty());
        for (String sql : sweeps) {
          assertThat(plan(source, sql)).as(sql).contains(INDEX);
        }
      }
    }
  }

  private static String plan(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        PreparedStatement explain = connection.prepareStatement("EXPLAIN " + sql)) {
      for (int i = 1; i <= explain.getParameterMetaData().getParameterCount(); i++) {
        explain.setString(i, "1");
      }
      try (ResultSet plan = explain.executeQuery()) {
        assertThat(plan.next()).isTrue();
        return plan.getString(1).toLowerCase(Locale.ROOT);
      }
    }
  }
}

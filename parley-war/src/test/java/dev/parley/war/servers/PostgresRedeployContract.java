package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.testing.RawMcp;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The contract over a PostgreSQL, whose driver the server is given; the database ends, too. */
abstract class PostgresRedeployContract extends RedeployContract {
  private static final String OTHERS =
      "SELECT application_name FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

  private final RestartablePostgres database = new RestartablePostgres();

  @Override
  ServerSetup setup() {
    return ServerSetup.over(folder -> SourceDatabase.postgres(database.url()));
  }

  @Override
  void checkSource(ApplicationServer started, String health) {
    assertThat(health).contains("\"product\":\"PostgreSQL ");
    assertThat(connections()).isNotEmpty().containsOnly(SourceDatabase.POOL);
  }

  @Override
  void endDatabase() {
    database.close();
  }

  @Test
  @Order(3)
  void restart_ofTheDatabase_keepsTheRows_andThePoolGivesNoDeadConnection() {
    database.stopFast();
    eventually("the database is away", () -> server().status("/health") == 503);
    database.start();
    eventually("the database is back", () -> server().status("/health") == 200);
    assertThat(lasting()).isEqualTo("before");
    try (RawMcp agent = server().client("/mcp")) {
      for (int i = 0; i < 20; i++) {
        agent.tool("parley_post", "topic", "lasting", "content", "after " + i).accepted();
      }
    }
    say("after a restart of the database: " + lasting());
  }

  private List<String> connections() {
    List<String> names = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(database.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OTHERS)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}

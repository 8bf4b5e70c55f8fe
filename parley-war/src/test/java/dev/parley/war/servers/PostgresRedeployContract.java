package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.testing.RawMcp;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The contract over a PostgreSQL, whose driver the server is given; the database ends, too. */
abstract class PostgresRedeployContract extends RedeployContract {
  private final RestartablePostgres database = new RestartablePostgres();

  @Override
  ServerSetup setup() {
    return ServerSetup.over(folder -> SourceDatabase.postgres(database.url()));
  }

  @Override
  void checkSource(ApplicationServer started, String health) {
    assertThat(health).contains("\"product\":\"PostgreSQL ");
    assertThat(database.connections()).isNotEmpty().containsOnly(SourceDatabase.POOL);
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
}

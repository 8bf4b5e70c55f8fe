package dev.parley.war.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.ClaimRace;
import dev.parley.war.nodes.TestNode;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two server processes over one PostgreSQL: 200 agents claim 500 tasks, each has one owner. */
@Tag("faults")
class TwoServersIT {
  private static final int TASKS = 500;
  private static final int AGENTS = 200;

  @TempDir private Path folder;

  @Test
  void race_everyTaskHasExactlyOneOwner() throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start();
        RunningServer first = server(database, "first", 0).start();
        RunningServer second = server(database, "second", 0).start()) {
      ClaimRace race = race(first, second);
      race.during(() -> {});
      race.check(node(second), "claimed by 200 agents over two servers");
    }
  }

  @Test
  void race_whileOneServerIsKilledAndStarted_everyTaskHasExactlyOneOwner() throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start();
        RunningServer first = server(database, "first", 0).start();
        RunningServer second = server(database, "second", 0).start()) {
      ClaimRace race = race(first, second);
      race.during(
          () -> {
            int port = second.port();
            second.kill9();
            try (RunningServer again = server(database, "second", port).start()) {
              assertThat(again.health().get("status").asString()).isEqualTo("up");
              race.awaitEnd();
            }
          });
      race.check(node(first), "claimed while a server was killed and started");
    }
  }

  private static ClaimRace race(RunningServer first, RunningServer second) {
    return new ClaimRace(node(first), node(second), TASKS, AGENTS);
  }

  private static TestNode node(RunningServer server) {
    return () -> RawMcp.at(server.mcp());
  }

  private ServerLaunch server(EmbeddedPostgres database, String node, int port) {
    ServerLaunch launch =
        RunningServer.launch()
            .data(folder.resolve(node))
            .with("--db", database.getJdbcUrl("postgres", "postgres"))
            .setting("node", node);
    return port == 0 ? launch : launch.port(port);
  }
}

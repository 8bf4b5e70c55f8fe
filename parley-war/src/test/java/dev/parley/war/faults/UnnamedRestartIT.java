package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerLaunch;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that was never given a name is killed and started again under its agents. */
@Tag("faults")
class UnnamedRestartIT {
  private static final String ROOM = "durable";
  private static final Duration AT_ONCE = Duration.ofSeconds(20);

  @TempDir private Path data;

  @Test
  void bridgeThatWasAway_getsWhatWasPostedMeanwhile() throws Exception {
    try (RunningServer first = RunningServer.launch().data(data).start();
        BridgeClient bridge = BridgeClient.to(first.base())) {
      int port = first.port();
      bridge.tool("join_room", "room", ROOM, "nickname", "al");
      RawMcp lead = first.client();
      post(lead, "d1");
      eventually("it hears the first", () -> bridge.pushes("room").size() == 1);

      signal("-STOP", bridge);
      first.kill9();
      try (RunningServer again = RunningServer.launch().data(data).port(port).start()) {
        RawMcp poster = again.client();
        post(poster, "d2");
        post(poster, "d3");
        signal("-CONT", bridge);
        eventually("it hears the rest", AT_ONCE, () -> bridge.pushes("room").size() >= 3);
        assertThat(bridge.pushes("room"))
            .extracting(push -> push.path("content").asString())
            .containsExactly("d1", "d2", "d3");
        assertThat(bridge.pushes("code")).isEmpty();
      }
    }
  }

  @Test
  void bridgeInAnEphemeralRoomToo_isToldOfTheGapInIt() throws Exception {
    try (RunningServer first = RunningServer.launch().data(data).start();
        BridgeClient bridge = BridgeClient.to(first.base())) {
      int port = first.port();
      bridge.tool("join_room", "room", ROOM);
      bridge.tool("join_room", "room", "chat");
      post(first.client(), "d1");
      eventually("it hears the first", () -> bridge.pushes("room").size() == 1);
      first.kill9();
      try (RunningServer again = RunningServer.launch().data(data).port(port).start()) {
        post(again.client(), "d2");
        eventually("it hears the next", AT_ONCE, () -> bridge.pushes("room").size() == 2);
        eventually("it is told", () -> bridge.pushes("code").size() == 1);
        JsonNode told = bridge.pushes("code").get(0);
        assertThat(told.at("/meta/code").asString()).isEqualTo("reconnected");
        assertThat(told.path("content").asString())
            .contains("sent in between in chat are not kept and were not delivered");
      }
    }
  }

  @Test
  void secondServerOverOnePostgres_isRefused_andTheFirstStartsAgainAtOnceWhenItWasKilled()
      throws Exception {
    try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
      try (RunningServer first = over(database, "first").start()) {
        assertThat(over(database, "second").refused().printed())
            .contains("runs over this database, and at least one of the two was given no name")
            .contains("PARLEY_NODE")
            .contains(first.base().toString());
        first.kill9();
      }
      try (RunningServer again = over(database, "first").start()) {
        assertThat(again.health().get("status").asString()).isEqualTo("up");
        again.kill9();
      }
      try (RunningServer elsewhere = over(database, "second").start()) {
        assertThat(elsewhere.health().get("status").asString()).isEqualTo("up");
      }
    }
  }

  private ServerLaunch over(EmbeddedPostgres database, String folder) {
    return RunningServer.launch()
        .data(data.resolve(folder))
        .with("--db", database.getJdbcUrl("postgres", "postgres"));
  }

  private static void post(RawMcp by, String text) {
    by.tool("parley_post", "topic", ROOM, "content", text).accepted();
  }

  private static void signal(String which, BridgeClient bridge)
      throws IOException, InterruptedException {
    String pid = Long.toString(bridge.handle().pid());
    assertThat(new ProcessBuilder(List.of("kill", which, pid)).inheritIO().start().waitFor())
        .isZero();
  }
}

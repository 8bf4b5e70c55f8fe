package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.RunningServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two agents behind bridges, and a server that is killed under them. */
class BridgesIT {
  private static final Duration BACK_WITHIN = Duration.ofSeconds(5);

  @Test
  void kill9_andStart_bothBridgesAreBackInTheirRoomUnderTheirNicknames(@TempDir Path data)
      throws Exception {
    int port;
    long seqBefore;
    RunningServer first = RunningServer.launch().data(data).start();
    port = first.port();
    try (BridgeClient alice = BridgeClient.to(first.base());
        BridgeClient bob = BridgeClient.to(first.base())) {
      assertThat(alice.tool("join_room", "room", "planning", "nickname", "otter").toString())
          .isEqualTo("{\"room\":\"planning\",\"nickname\":\"otter\",\"membersCount\":1}");
      assertThat(bob.tool("join_room", "room", "planning", "nickname", "otter").toString())
          .isEqualTo("{\"room\":\"planning\",\"nickname\":\"otter-2\",\"membersCount\":2}");
      seqBefore = alice.tool("send_message", "room", "planning", "body", "hi").path("seq").asLong();
      eventually("bob is told", () -> bob.pushes("room").size() == 1);
      assertThat(bob.pushes("room").get(0).toString())
          .startsWith(
              "{\"content\":\"hi\",\"meta\":{\"room\":\"planning\",\"from_nickname\":\"otter\"");

      first.kill9();
      assertThat(
              alice
                  .tool("send_message", "room", "planning", "body", "lost?")
                  .path("code")
                  .asString())
          .isIn("hub_unreachable", "outcome_unknown");

      try (RunningServer second = RunningServer.launch().data(data).port(port).start()) {
        long healthy = System.nanoTime();
        eventually(
            "both are back",
            BACK_WITHIN,
            () -> !alice.pushes("code").isEmpty() && !bob.pushes("code").isEmpty());
        System.out.printf(
            "both bridges back %d ms after the server was healthy%n",
            Duration.ofNanos(System.nanoTime() - healthy).toMillis());
        JsonNode here = alice.tool("who_is_here", "room", "planning").path("nicknames");
        assertThat(here).map(JsonNode::asString).containsExactlyInAnyOrder("otter", "otter-2");
        JsonNode again = bob.tool("send_message", "room", "planning", "body", "again");
        assertThat(again.path("seq").asLong()).isGreaterThan(seqBefore);
        eventually("alice is told", () -> alice.pushes("room").size() == 1);
        assertThat(alice.pushes("room").get(0).path("meta").path("from_nickname").asString())
            .isEqualTo("otter-2");
        assertThat(alice.pushes("room")).hasSize(1);
        assertThat(alice.ended()).isZero();
        eventually(
            "the nickname is free at once",
            () -> bob.tool("who_is_here", "room", "planning").path("nicknames").size() == 1);
        assertThat(second.http("/health").status()).isEqualTo(200);
      }
    } finally {
      first.close();
    }
  }
}

package dev.parley.war.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions begin with a version both speak, and end when they are told to. */
@ExtendWith(SharedServer.class)
class SessionsIT {

  @ParameterizedTest
  @CsvSource({
    "2024-11-05,2024-11-05",
    "2025-03-26,2025-03-26",
    "2025-06-18,2025-06-18",
    "2025-11-25,2025-11-25",
    "2026-07-28,2025-11-25",
    "1999-01-01,2025-11-25"
  })
  void initialize_echoesAKnownVersionElseTheNewest(
      String asked, String answered, RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp());
    assertThat(client.initialize(asked).result().get("protocolVersion").asString())
        .isEqualTo(answered);
    assertThat(client.notify("notifications/initialized").status()).isEqualTo(202);
    client.header("MCP-Protocol-Version", answered);
    assertThat(client.call("ping", null).result()).isEmpty();
  }

  @Test
  void initialize_tellsTheChannelAndTheInstructions(RunningServer server) {
    Reply reply = RawMcp.at(server.mcp()).initialize(RawMcp.VERSION);
    assertThat(reply.result().at("/capabilities/experimental").toString())
        .isEqualTo("{\"claude/channel\":{}}");
    assertThat(reply.result().at("/capabilities/tools/listChanged").asBoolean(true)).isFalse();
    assertThat(reply.result().at("/serverInfo/name").asString()).isEqualTo("parley");
    assertThat(
            reply
                .result()
                .get("instructions")
                .asString()
                .getBytes(java.nio.charset.StandardCharsets.UTF_8))
        .hasSizeLessThan(2048);
  }

  @Test
  void sessionId_isVisibleAsciiAndNeverTheSame(RunningServer server) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      assertThat(RawMcp.at(server.mcp()).begin().session())
          .matches("[!-~]{32,}")
          .matches(seen::add);
    }
  }

  @Test
  void primingEvent_isForTheNewestVersionAlone(RunningServer server) {
    for (String version : new String[] {"2025-06-18", "2025-11-25"}) {
      RawMcp client = RawMcp.at(server.mcp());
      client.initialize(version).result();
      client.notify("notifications/initialized");
      try (client) {
        assertThat(client.listen().withoutData()).hasSize(version.equals(RawMcp.VERSION) ? 1 : 0);
        assertThat(client.stream().head())
            .contains("X-Accel-Buffering: no")
            .anyMatch(line -> line.startsWith("Content-Type: text/event-stream"))
            .anyMatch(line -> line.startsWith("Cache-Control: no-cache"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0", "-7", "9007199254740993", "\"one\"", "\"\"", "\"1\""})
  void id_ofARequest_comesBackAsItWas(String id, RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    Reply reply = client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    assertThat(reply.json().get("id").toString()).isEqualTo(id);
  }

  @Test
  void delete_endsTheSessionItsStreamAndItsSeats(RunningServer server) {
    try (RawMcp leaving = server.client();
        RawMcp staying = server.client()) {
      leaving.tool("join_room", "room", "ending", "nickname", "leaving").accepted();
      staying.tool("join_room", "room", "ending", "nickname", "staying").accepted();
      assertThat(leaving.delete().status()).isBetween(200, 204);
      assertThat(leaving.call("ping", null).status()).isEqualTo(404);
      assertThat(leaving.delete().status()).isEqualTo(404);
      dev.parley.war.testing.Eventually.eventually("stream ended", leaving.stream()::isEnded);
      assertThat(staying.tool("who_is_here", "room", "ending").text())
          .isEqualTo("{\"room\":\"ending\",\"nicknames\":[\"staying\"]}");
    }
  }

  @Test
  void notification_ofAnyKind_isTaken(RunningServer server) {
    RawMcp client = RawMcp.at(server.mcp()).begin();
    assertThat(client.notify("notifications/nobody/knows").status()).isEqualTo(202);
    assertThat(client.notify("notifications/cancelled").status()).isEqualTo(202);
    assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}").status())
        .isEqualTo(202);
    assertThat(client.call("ping", null).result()).isEmpty();
  }
}

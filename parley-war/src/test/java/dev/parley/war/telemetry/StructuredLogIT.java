package dev.parley.war.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ServerProcess;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With {@code --log-format json}, a server writes JSON and nothing else, with names of events. */
class StructuredLogIT {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void wholeLife_isJson_withTheEventsByName() {
    ServerProcess.Ended ended;
    String address;
    try (RunningServer server = RunningServer.start("--log-format", "json")) {
      address = server.base().toString();
      try (RawMcp alice = RawMcp.at(server.mcp()).begin()) {
        alice.tool("join_room", "room", "planning", "nickname", "alice");
        RawMcp foreign = RawMcp.at(server.mcp()).header("Origin", "https://evil.example");
        assertThat(foreign.get().status()).isEqualTo(403);
        assertThat(foreign.get().status()).isEqualTo(403);
      }
      ended = server.sigterm();
    }
    assertThat(ended.exitCode()).isEqualTo(143);
    List<JsonNode> lines = lines(ended);
    assertThat(events(lines))
        .containsExactly(
            "server.start", "server.ready", "client.connected", "client.refused", "server.stop");
    assertThat(named(lines, "server.ready").path("message").asString()).contains(address);
    assertThat(named(lines, "client.connected").path("message").asString()).contains("raw 1");
    JsonNode refused = named(lines, "client.refused");
    assertThat(refused.path("level").asString()).isEqualTo("info");
    assertThat(refused.path("message").asString()).contains("foreign_origin, from 127.0.0.1");
  }

  @Test
  void serverThatDoesNotStart_saysWhyInJson_withoutSecrets() {
    ServerProcess.Ended ended =
        RunningServer.launch()
            .with("--log-format", "json")
            .with("--db", "jdbc:postgresql://127.0.0.1:1/parley?user=ada&password=hunter2")
            .refused();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.printed()).doesNotContain("hunter2");
    List<JsonNode> lines = lines(ended);
    assertThat(events(lines)).containsExactly("server.start", "server.failed");
    assertThat(named(lines, "server.failed").path("level").asString()).isEqualTo("error");
  }

  @Test
  void level_leavesOutWhatIsBelow() {
    try (RunningServer server =
            RunningServer.start("--log-format", "text", "--log-level", "warning");
        RawMcp alice = RawMcp.at(server.mcp()).begin()) {
      alice.tool("join_room", "room", "planning", "nickname", "alice");
      assertThat(server.printed()).noneMatch(line -> line.contains("began a session"));
    }
  }

  @Test
  void wrongWords_areRefused() {
    assertThat(RunningServer.launch().with("--log-format", "xml").refused().printed())
        .contains("--log-format must be text or json, not xml");
    assertThat(RunningServer.launch().with("--log-level", "loud").refused().printed())
        .contains("--log-level must be error, warning, info, debug or trace, not loud");
    assertThat(RunningServer.launch().with("--metrics", "yes").refused().printed())
        .contains("--metrics must be off, on, local or open, not yes");
  }

  private static List<JsonNode> lines(ServerProcess.Ended ended) {
    List<JsonNode> lines = ended.printed().lines().map(StructuredLogIT::object).toList();
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(Instant.parse(line.path("time").asString())).isNotNull();
              assertThat(line.path("level").asString())
                  .isIn("error", "warning", "info", "debug", "trace");
              assertThat(line.path("logger").asString()).isNotEmpty();
              assertThat(line.path("message").asString()).isNotEmpty();
            });
    return lines;
  }

  private static JsonNode object(String line) {
    try {
      return JSON.readTree(line);
    } catch (JacksonException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }

  private static List<String> events(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> line.has("event"))
        .map(line -> line.path("event").asString())
        .toList();
  }

  private static JsonNode named(List<JsonNode> lines, String event) {
    return lines.stream()
        .filter(line -> line.path("event").asString().equals(event))
        .findFirst()
        .orElseThrow();
  }
}

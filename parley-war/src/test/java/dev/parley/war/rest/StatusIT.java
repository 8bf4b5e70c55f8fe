package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.EventStreamReader;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who is connected to a whole server, by kind. */
class StatusIT {

  @Test
  void connections_areCountedByKind() {
    try (RunningServer server = RunningServer.launch().setting("beat", "PT0.2S").start()) {
      PageClient ana = PageClient.loggedIn(server.base(), Map.of("name", "ana"));
      assertThat(counts(ana)).isEqualTo("mcp 0, streams 0, waits 0, pages 0");
      try (RawMcp pushed = RawMcp.at(server.mcp()).begin();
          RawMcp asking = RawMcp.at(server.mcp()).begin()) {
        try (EventStreamReader stream = pushed.listen();
            OpenCall call = asking.toolOpened("wait_for_messages", "block_ms", 30_000)) {
          assertThat(stream.status()).isEqualTo(200);
          assertThat(call.header("Content-Type")).startsWith("text/event-stream");
          ana.stream("");
          eventually(
              "each kind is counted",
              () -> counts(ana).equals("mcp 2, streams 1, waits 1, pages 1"));
        }
        eventually("its stream is gone", () -> counts(ana).startsWith("mcp 2, streams 0, waits 0"));
      }
    }
  }

  private static String counts(PageClient ana) {
    JsonNode of = ana.get("/api/health").json().path("connections");
    return "mcp %s, streams %s, waits %s, pages %s"
        .formatted(of.path("mcp"), of.path("mcpStreams"), of.path("waits"), of.path("pages"));
  }
}

package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents that act through one connection by {@code agent_id} are listed with their own states. */
class ActingAgentsIT {
  private static RunningServer server;
  private static PageClient person;

  @BeforeAll
  static void start() {
    server = RunningServer.start();
    person = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void eachIsListed_withItsState_whileTheConnectionIsThere() {
    try (RawMcp bridge = server.client().header("Parley-Agent", "bridge").begin()) {
      bridge.tool("start_session", "agent_id", "pm", "session_id", "run").accepted();
      String task =
          bridge
              .tool(
                  "create_task",
                  "agent_id",
                  "pm",
                  "title",
                  "t",
                  "priority",
                  "low",
                  "description",
                  "d")
              .accepted()
              .get("task_id");
      bridge.tool("claim_task", "agent_id", "be", "task_id", task).accepted();
      bridge.tool("send_message", "agent_id", "fe", "content", "end:waiting | for be").accepted();
      bridge.tool("get_messages", "agent_id", "qa").accepted();
      assertThat(kind("be")).isEqualTo("working");
      assertThat(kind("fe")).isEqualTo("waiting");
      assertThat(kind("pm")).isEqualTo("idle");
      assertThat(kind("qa")).isEqualTo("idle");
      assertThat(shown("be").orElseThrow().path("online").asBoolean()).isTrue();
      assertThat(shown("be").orElseThrow().at("/state/task/title").asString()).isEqualTo("t");
      bridge.tool("update_task", "agent_id", "be", "task_id", task, "status", "done").accepted();
      assertThat(kind("be")).isEqualTo("done");
      var unused = bridge.delete();
    }
    eventually("they are gone with it", () -> kind("be").equals("gone"));
    assertThat(kind("fe")).isEqualTo("gone");
    assertThat(shown("qa")).isEmpty();
  }

  private static String kind(String agent) {
    return shown(agent).orElseThrow().at("/state/kind").asString();
  }

  private static Optional<JsonNode> shown(String agent) {
    JsonNode agents = person.get("/api/agents").json().path("items");
    return StreamSupport.stream(agents.spliterator(), false)
        .filter(one -> one.path("id").asString().equals(agent))
        .findFirst();
  }
}

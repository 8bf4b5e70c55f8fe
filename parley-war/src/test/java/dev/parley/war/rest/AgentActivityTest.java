package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.Connection;
import dev.parley.war.wake.HookDesk;
import dev.parley.war.wake.HookEvent;
import dev.parley.war.wake.WakeDesk;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The work of an agent whose client runs hooks, as people see it. */
class AgentActivityTest {

  @Test
  void agent_isShownAtWorkOnAFile_andIdleAfterwards() throws Exception {
    try (RestServer server = new RestServer()) {
      Connection bob = server.agent("bob");
      HookDesk hooks = new HookDesk(bob, new WakeDesk(bob.inbox()), server.desks.activities());
      assertThat(activity(server)).isNull();
      report(
          hooks,
          Map.of("event", "PreToolUse", "tool_name", "Edit", "file", "/home/al/app/Parser.java"));
      assertThat(activity(server))
          .containsEntry("state", "working")
          .containsEntry("tool", "Edit")
          .containsEntry("file", "Parser.java")
          .containsKey("since");
      report(hooks, Map.of("event", "Stop"));
      assertThat(activity(server)).containsEntry("state", "idle").containsEntry("tool", "");
      report(hooks, Map.of("event", "SessionEnd"));
      assertThat(activity(server)).isNull();
    }
  }

  private static void report(HookDesk hooks, Map<String, Object> arguments) {
    hooks.answer(HookEvent.of(arguments)).toCompletableFuture().join();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> activity(RestServer server) {
    return ((List<Map<String, Object>>) server.get("/api/agents").ok().at("items"))
        .stream()
            .filter(agent -> "bob".equals(agent.get("id")))
            .findFirst()
            .map(agent -> (Map<String, Object>) agent.get("activity"))
            .orElse(null);
  }
}

package dev.parley.war.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.conformance.NodeProgram.Ended;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lighthouse looks at the page as on a phone, with a team at work in it. */
@Tag("conformance")
class LighthouseIT {
  private static final double MIN_SHARE = 0.95;
  private static final List<String> CATEGORIES = List.of("accessibility", "best-practices");

  private static RunningServer server;
  private static RawMcp agent;

  @BeforeAll
  static void startServer() {
    server = RunningServer.start();
    agent = RawMcp.at(server.mcp()).header("Parley-Agent", "lead").begin();
    agent.tool("start_session", "agent_id", "lead", "session_id", "run").accepted();
    agent.tool("join_room", "room", "planning", "nickname", "lead").accepted();
    agent.tool("parley_post", "topic", "planning", "content", "It **holds** now.").accepted();
    agent.tool("send_message", "agent_id", "lead", "content", "Who tests it?").accepted();
    agent
        .tool("create_task", "agent_id", "lead", "title", "Test it", "priority", "high")
        .accepted();
  }

  @AfterAll
  static void endServer() {
    agent.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"now", "rooms/planning", "sessions/run/board", "health"})
  void view_isAccessibleAndGoodPractice(String view) {
    Ended audit =
        NodeProgram.lighthouse()
            .run(
                "lighthouse-" + view.replace('/', '-'),
                List.of(
                    server.at("/#/" + view).toString(),
                    "--only-categories=" + String.join(",", CATEGORIES),
                    "--output=json",
                    "--quiet",
                    "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"));
    assertThat(audit.exitCode()).as("%s", audit.err()).isZero();
    JsonNode report = new JsonMapper().readTree(audit.out());
    assertThat(report.get("runtimeError")).isNull();
    for (String category : CATEGORIES) {
      JsonNode judged = report.at("/categories/" + category);
      System.out.println(
          "lighthouse: " + view + ", " + category + ": " + judged.get("score").asDouble() * 100);
      assertThat(judged.get("score").asDouble())
          .as("%s of %s: %s", category, view, complaints(report, judged))
          .isGreaterThanOrEqualTo(MIN_SHARE);
    }
  }

  private static List<String> complaints(JsonNode report, JsonNode category) {
    List<String> found = new ArrayList<>();
    for (JsonNode asked : category.get("auditRefs")) {
      JsonNode audit = report.get("audits").get(asked.get("id").asString());
      if (audit.path("score").isNumber() && audit.get("score").asDouble() < 1) {
        found.add(audit.get("title").asString());
      }
    }
    return found;
  }
}

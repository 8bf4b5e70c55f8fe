package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Two workspaces full of equal names. Every text of one has its colour in it; no read of the other
 * returns that colour, and no id of it is known there.
 */
class WorkspaceWallsIT {
  private static RunningServer server;
  private static World red;
  private static World blue;

  /** One workspace: its agent, its person, and what is in it. */
  private static final class World {
    final String colour;
    final RawMcp agent;
    final PageClient person;
    final Map<String, String> ids = new LinkedHashMap<>();

    World(CredentialMaker maker, String colour) throws Exception {
      this.colour = colour;
      agent =
          RawMcp.at(server.mcp())
              .header("Authorization", "Bearer " + maker.token("agent", "member", colour, "*"))
              .header("Parley-Agent", "alice")
              .header("Parley-Session", "run")
              .begin();
      person =
          PageClient.loggedIn(
              server.base(),
              Map.of("token", maker.token("person", "lead", colour, "lea"), "name", "lea"));
    }

    void fill() {
      agent.tool("start_session", "session_id", "run").accepted();
      agent.tool("join_room", "room", "planning", "nickname", "otter").accepted();
      ids.put(
          "message",
          agent.tool("parley_post", "topic", "planning", "content", text()).get("backendMsgId"));
      agent.tool("send_message", "content", text()).accepted();
      ids.put(
          "task",
          agent.tool("create_task", "title", text(), "priority", "low").accepted().get("task_id"));
      ids.put(
          "artifact",
          agent
              .tool("post_artifact", "name", text(), "type", "report", "content", text())
              .accepted()
              .get("artifact_id"));
      ids.put(
          "review",
          agent
              .tool("request_review", "artifact_id", ids.get("artifact"), "reviewer", "lea")
              .accepted()
              .get("review_id"));
      agent.tool("write_memory", "key", "plan", "content", text()).accepted();
      agent.tool("save_session_summary", "session_id", "run", "summary", text()).accepted();
      agent.tool("save_orchestrator_state", "state", text()).accepted();
      agent.tool("broadcast_thinking", "content", text()).accepted();
    }

    String text() {
      return "COLOUR-" + colour + " words";
    }
  }

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    CredentialMaker maker = CredentialMaker.of(server);
    red = new World(maker, "red");
    blue = new World(maker, "blue");
    red.fill();
    blue.fill();
  }

  @AfterAll
  static void stopServer() {
    red.agent.close();
    blue.agent.close();
    server.close();
  }

  @Test
  void person_seesTheWorkspaceOfTheCredential() {
    assertThat(red.person.get("/api/me").json().path("workspace").asString()).isEqualTo("red");
    assertThat(blue.person.get("/api/me").json().path("workspace").asString()).isEqualTo("blue");
  }

  @Test
  void reads_ofThePage_returnTheirOwnWorkspaceAlone() {
    for (String path :
        List.of(
            "/api/agents",
            "/api/rooms",
            "/api/rooms/planning",
            "/api/rooms/planning/messages",
            "/api/rooms/planning/threads/" + red.ids.get("message"),
            "/api/search?q=words",
            "/api/sessions",
            "/api/sessions/run",
            "/api/sessions/run/events",
            "/api/sessions/run/tasks",
            "/api/sessions/run/tasks/" + red.ids.get("task"),
            "/api/sessions/run/artifacts",
            "/api/sessions/run/artifacts/" + red.ids.get("artifact"),
            "/api/sessions/run/reviews",
            "/api/sessions/run/team",
            "/api/memory",
            "/api/health")) {
      Answer answer = red.person.get(path);
      assertThat(answer.status()).as(path).isEqualTo(200);
      assertThat(answer.raw().body()).as(path).doesNotContain("COLOUR-blue");
    }
    assertThat(red.person.get("/api/sessions/run/tasks").raw().body()).contains("COLOUR-red");
    assertThat(red.person.get("/api/search?q=words").raw().body()).contains("COLOUR-red");
    assertThat(red.person.get("/api/memory").raw().body()).contains("COLOUR-red");
  }

  @Test
  void reads_ofTools_returnTheirOwnWorkspaceAlone() {
    for (Object[] call :
        List.of(
            new Object[] {"list_rooms"},
            new Object[] {"who_is_here", "room", "planning"},
            new Object[] {"parley_fetch_recent", "topic", "planning"},
            new Object[] {"parley_list_users"},
            new Object[] {"get_messages"},
            new Object[] {"get_all_tasks"},
            new Object[] {"list_sessions"},
            new Object[] {"get_session_summary", "session_id", "run"},
            new Object[] {"get_orchestrator_state"},
            new Object[] {"read_memory"},
            new Object[] {"list_agents"},
            new Object[] {"search_messages", "query", "words"},
            new Object[] {"get_artifact", "name", red.text()})) {
      Object[] arguments = Arrays.copyOfRange(call, 1, call.length);
      ToolAnswer answer = red.agent.tool((String) call[0], arguments).accepted();
      assertThat(answer.text()).as((String) call[0]).doesNotContain("COLOUR-blue");
    }
    assertThat(red.agent.tool("get_all_tasks").text()).contains("COLOUR-red");
    assertThat(red.agent.tool("read_memory").text()).contains("COLOUR-red");
  }

  @Test
  void counts_areOfTheirOwnWorkspace() {
    JsonNode room = red.person.get("/api/rooms").json().at("/items/0");
    assertThat(room.path("membersCount").asInt()).isEqualTo(1);
    assertThat(red.person.get("/api/sessions/run/tasks").json().path("items").valueStream())
        .isNotEmpty()
        .allMatch(task -> task.path("title").asString().contains("COLOUR-red"));
    long agents =
        red.person
            .get("/api/agents")
            .json()
            .path("items")
            .valueStream()
            .filter(agent -> agent.path("id").asString().equals("alice"))
            .count();
    assertThat(agents).isEqualTo(1);
    JsonNode online = red.person.get("/api/health").json().path("connections");
    assertThat(online.path("agentsOnline").asInt()).isEqualTo(1);
    assertThat(server.http("/health").body()).doesNotContain("red", "blue", "alice");
  }

  @Test
  void ids_ofAnotherWorkspace_areUnknown_asIdsThatNeverWere() {
    String never = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for (String kind : List.of("tasks", "artifacts")) {
      String id = blue.ids.get(kind.substring(0, kind.length() - 1));
      Answer foreign = red.person.get("/api/sessions/run/" + kind + "/" + id);
      Answer unknown = red.person.get("/api/sessions/run/" + kind + "/" + never);
      assertThat(foreign.status()).isEqualTo(404);
      assertThat(foreign.raw().body()).isEqualTo(unknown.raw().body());
    }
    Map<String, String> verdict = Map.of("verdict", "approved");
    assertThat(
            red.person
                .send("POST", "/api/sessions/run/reviews/" + blue.ids.get("review"), verdict)
                .status())
        .isEqualTo(404);
    assertThat(red.agent.tool("claim_task", "task_id", blue.ids.get("task")).text())
        .isEqualTo(red.agent.tool("claim_task", "task_id", never).text());
    assertThat(red.agent.tool("get_artifact", "name", blue.text()).text())
        .isEqualTo(red.agent.tool("get_artifact", "name", "never there").text());
  }

  @Test
  void stream_carriesTheEventsOfItsOwnWorkspaceAlone() {
    Queue<String> seen = red.person.stream("");
    eventually("hello", () -> seen.stream().anyMatch(line -> line.contains("hello")));
    blue.agent.tool("parley_post", "topic", "planning", "content", "COLOUR-blue live").accepted();
    blue.agent.tool("create_task", "title", "COLOUR-blue live", "priority", "low").accepted();
    red.agent.tool("create_task", "title", "COLOUR-red live", "priority", "low").accepted();
    eventually("own", () -> seen.stream().anyMatch(line -> line.contains("COLOUR-red live")));
    assertThat(seen).noneMatch(line -> line.contains("COLOUR-blue"));
  }
}

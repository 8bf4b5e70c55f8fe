package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.rest.PageClient.Answer;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.ToolAnswer;
import dev.parley.war.wire.LookupTime;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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
  private static CredentialMaker maker;
  private static World red;
  private static World blue;

  /** One workspace: its agent, its person, and what is in it. */
  private static final class World {
    final String colour;
    final String token;
    final RawMcp agent;
    final PageClient person;
    final Map<String, String> ids = new LinkedHashMap<>();

    World(CredentialMaker maker, String colour) throws Exception {
      this.colour = colour;
      token = maker.token("agent", "member", colour, "*");
      agent =
          RawMcp.at(server.mcp())
              .header("Authorization", "Bearer " + token)
              .header("Parley-Agent", "alice")
              .header("Parley-Session", "run")
              .begin();
      person =
          PageClient.loggedIn(
              server.base(),
              Map.of("token", maker.token("person", "lead", colour, "lea"), "name", "lea"));
    }

    void fill() {
      agent.tool("start_session", "session_id", "colour-" + colour).accepted();
      agent.tool("start_session", "session_id", "run").accepted();
      agent.tool("join_room", "room", "planning", "nickname", "COLOUR-" + colour).accepted();
      agent.tool("join_room", "room", "x-colour-" + colour).accepted();
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
      agent
          .tool("save_session_summary", "session_id", "colour-" + colour, "summary", text())
          .accepted();
      agent.tool("save_orchestrator_state", "state", text()).accepted();
      agent.tool("broadcast_thinking", "content", text()).accepted();
    }

    RawMcp another(String name) {
      return RawMcp.at(server.mcp())
          .header("Authorization", "Bearer " + token)
          .header("Parley-Agent", name)
          .begin();
    }

    String text() {
      return "COLOUR-" + colour + " words";
    }
  }

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    maker = CredentialMaker.of(server);
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

  /** The least of several answers, since a machine at work only makes them later. */
  @Test
  void lookUps_ofWhatIsElsewhereOrNowhere_takeTheLeastTime() throws Exception {
    String elsewhere = red.ids.get("task");
    String nowhere = "0".repeat(elsewhere.length());
    for (String task : List.of(elsewhere, nowhere)) {
      assertTakesTheLeastTime(
          () ->
              assertThat(blue.agent.tool("claim_task", "task_id", task).get("claimed"))
                  .isEqualTo("false"));
      assertTakesTheLeastTime(
          () ->
              assertThat(blue.person.get("/api/sessions/run/tasks/" + task).status())
                  .isEqualTo(404));
    }
    String id = red.token.split("_", -1)[1];
    for (String shown : List.of(id, "0".repeat(id.length()))) {
      HttpRequest wrong =
          HttpRequest.newBuilder(server.mcp())
              .header("Authorization", "Bearer parley_" + shown + "_" + "A".repeat(43))
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      assertTakesTheLeastTime(
          () ->
              assertThat(
                      HttpClient.newHttpClient()
                          .send(wrong, BodyHandlers.discarding())
                          .statusCode())
                  .isIn(401, 429));
    }
  }

  private static void assertTakesTheLeastTime(Callable<?> answer) throws Exception {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long began = System.nanoTime();
      var unused = answer.call();
      least = Math.min(least, System.nanoTime() - began);
    }
    assertThat(Duration.ofNanos(least)).isGreaterThanOrEqualTo(LookupTime.MIN);
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
            "/api/search/work?q=words",
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
      assertThat(answer.raw().body()).as(path).doesNotContainIgnoringCase("COLOUR-blue");
    }
    assertThat(red.person.get("/api/sessions/run/tasks").raw().body()).contains("COLOUR-red");
    assertThat(red.person.get("/api/search?q=words").raw().body()).contains("COLOUR-red");
    assertThat(red.person.get("/api/memory").raw().body()).contains("COLOUR-red");
    for (String path : List.of("/api/rooms", "/api/rooms/planning", "/api/sessions")) {
      assertThat(red.person.get(path).raw().body()).as(path).containsIgnoringCase("colour-red");
    }
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
      assertThat(answer.text()).as((String) call[0]).doesNotContainIgnoringCase("COLOUR-blue");
    }
    assertThat(red.agent.tool("get_all_tasks").text()).contains("COLOUR-red");
    assertThat(red.agent.tool("read_memory").text()).contains("COLOUR-red");
    assertThat(red.agent.tool("list_sessions").text()).contains("colour-red");
    assertThat(red.agent.tool("list_rooms").text()).contains("x-colour-red");
    assertThat(red.agent.tool("who_is_here", "room", "planning").text()).contains("COLOUR-red");
  }

  @Test
  void counts_areOfTheirOwnWorkspace() {
    JsonNode room = red.person.get("/api/rooms").json().at("/items/0");
    assertThat(room.path("membersCount").asInt()).isEqualTo(1);
    assertThat(red.person.get("/api/sessions/run/tasks").json().path("items").valueStream())
        .isNotEmpty()
        .allMatch(task -> task.path("title").asString().contains("COLOUR-red"));
    red.agent.tool("list_rooms").accepted(); // its last sign of life may be long ago
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

  /** The owner of the server, in a workspace; who may see every one. */
  private static PageClient owner(String name, String workspace) {
    return PageClient.loggedIn(
        server.base(), Map.of("token", maker.owner(), "name", name, "workspace", workspace));
  }

  private static Answer enter(PageClient person, String workspace) {
    return person.send("PUT", "/api/login/workspace", Map.of("workspace", workspace));
  }

  private static List<String> names(PageClient person) {
    return person.get("/api/workspaces").json().path("items").findValuesAsString("name");
  }

  @Test
  void workspaces_ofAPersonOfOne_areThatOne() {
    assertThat(red.person.get("/api/workspaces").raw().body())
        .isEqualTo(
            "{\"items\":[{\"name\":\"red\",\"current\":true}],\"next\":null,\"truncated\":false}");
  }

  @Test
  void workspaces_ofTheOwner_areAll_inPages_withTheOneHeIsIn() {
    PageClient ana = owner("lists", "walls-new");
    assertThat(names(ana)).contains("blue", "default", "red", "walls-new").isSorted();
    JsonNode first = ana.get("/api/workspaces?limit=1").json();
    assertThat(first.at("/items/0/name").asString()).isEqualTo("blue");
    assertThat(first.path("truncated").asBoolean()).isTrue();
    JsonNode second =
        ana.get("/api/workspaces?limit=1&after=" + first.path("next").asString()).json();
    assertThat(second.at("/items/0/name").asString()).isEqualTo("default");
    assertThat(ana.get("/api/workspaces").json().path("items").valueStream())
        .filteredOn(one -> one.path("current").asBoolean())
        .extracting(one -> one.path("name").asString())
        .containsExactly("walls-new");
    assertThat(names(red.person)).containsExactly("red");
  }

  @Test
  void switch_ofAPersonOfOneWorkspace_isRefusedAlike_whetherTheOtherIsThereOrNot() {
    Answer there = enter(red.person, "blue");
    Answer never = enter(red.person, "never");
    assertThat(there.status()).isEqualTo(403);
    assertThat(there.header("Set-Cookie")).isEmpty();
    assertThat(there.raw().body().replace("blue", "never")).isEqualTo(never.raw().body());
    assertThat(there.json().path("detail").asString()).contains("opens no workspace 'blue'");
    assertThat(enter(red.person, "red").status()).isEqualTo(200);
    assertThat(red.person.get("/api/me").json().path("workspace").asString()).isEqualTo("red");
  }

  @Test
  void switch_ofTheOwner_movesEverything_andLeavesNothingBehind() throws Exception {
    PageClient before = owner("mover", "red");
    assertThat(before.send("PUT", "/api/rooms/planning/seat", Map.of()).status()).isEqualTo(200);
    assertThat(roomMembers(red)).contains("mover");
    int pages = pagesOf(before);
    CompletableFuture<?> stream =
        HttpClient.newHttpClient()
            .sendAsync(before.request("/api/stream").build(), BodyHandlers.discarding());
    eventually("the page is open", () -> pagesOf(before) > pages);
    assertThat(before.get("/api/sessions/run/tasks").raw().body()).contains("COLOUR-red");
    Answer moved = enter(before, "blue");
    assertThat(moved.status()).as(moved.raw().body()).isEqualTo(200);
    eventually("the stream of the earlier workspace ends", stream::isDone);
    assertThat(stream).as("it ended in order").isCompleted();
    PageClient after = before.with(moved);
    for (PageClient one : List.of(after, before)) { // a request on its way has the earlier cookie
      for (String path :
          List.of(
              "/api/rooms/planning/messages",
              "/api/sessions/run/events",
              "/api/sessions/run/tasks",
              "/api/sessions/run/artifacts",
              "/api/search?q=words",
              "/api/search/work?q=words",
              "/api/memory")) {
        assertThat(one.get(path).raw().body())
            .as(path)
            .contains("COLOUR-blue")
            .doesNotContain("COLOUR-red");
      }
    }
    assertThat(roomMembers(red)).doesNotContain("mover");
    assertThat(online(red, "mover")).isFalse();
    assertThat(online(blue, "mover")).isTrue();
    Queue<String> seen = after.stream("");
    eventually(
        "hello", () -> seen.stream().anyMatch(line -> line.contains("\"workspace\":\"blue\"")));
    red.agent.tool("create_task", "title", "COLOUR-red moved", "priority", "low").accepted();
    blue.agent.tool("create_task", "title", "COLOUR-blue moved", "priority", "low").accepted();
    eventually("own", () -> seen.stream().anyMatch(line -> line.contains("COLOUR-blue moved")));
    assertThat(seen).noneMatch(line -> line.contains("COLOUR-red"));
  }

  private static List<String> roomMembers(World of) {
    return of.person.get("/api/rooms/planning").json().path("people").findValuesAsString("agent");
  }

  private static int pagesOf(PageClient person) {
    return person.get("/api/health").json().path("connections").path("pages").asInt();
  }

  private static boolean online(World of, String name) {
    return of.person
        .get("/api/agents")
        .json()
        .path("items")
        .valueStream()
        .anyMatch(
            agent -> agent.path("id").asString().equals(name) && agent.path("online").asBoolean());
  }

  @Test
  void administrationAtThePage_isOfTheWorkspaceTheOwnerIsIn() {
    PageClient ana = owner("chief", "red");
    assertThat(workspaces(ana, "/api/credentials")).containsOnly("red");
    eventually("the login is an entry", () -> !workspaces(ana, "/api/audit").isEmpty());
    assertThat(workspaces(ana, "/api/audit")).containsOnly("red");
    assertThat(workspaces(ana, "/api/audit?workspace=blue")).containsOnly("blue");
    PageClient there = ana.with(enter(ana, "blue"));
    assertThat(workspaces(there, "/api/credentials")).containsOnly("blue");
    assertThat(workspaces(there, "/api/audit")).containsOnly("blue");
    // neither workspace learns the name of the other
    eventually("it is an entry", () -> switches(there, "red").equals(List.of("the page, left")));
    assertThat(switches(there, "blue")).containsExactly("the page, entered");
  }

  /** The targets of the switches of that person in a workspace. */
  private static List<String> switches(PageClient person, String workspace) {
    return person
        .get("/api/audit?actor=chief&action=login.workspace&workspace=" + workspace)
        .json()
        .path("items")
        .findValuesAsString("target");
  }

  private static List<String> workspaces(PageClient person, String path) {
    return person.get(path).json().path("items").findValuesAsString("workspace");
  }

  @Test
  void request_meantForAnotherWorkspace_isRefused_beforeItDoesAnything() {
    PageClient ana = owner("elsewhere", "blue");
    for (PageClient person : List.of(ana, blue.person)) {
      Answer refused = person.get("/api/rooms", "Parley-Workspace", "red");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.json().path("code").asString()).isEqualTo("workspace_changed");
      assertThat(refused.raw().body()).doesNotContain("red", "blue");
      assertThat(person.get("/api/rooms", "Parley-Workspace", "blue").status()).isEqualTo(200);
      assertThat(person.get("/api/me", "Parley-Workspace", "red").status()).isEqualTo(200);
    }
  }

  @Test
  void health_countsForAPersonOfOneWorkspaceWhatIsThere_andForTheOwnerTheServer() {
    for (int i = 0; i < 2; i++) {
      try (RawMcp another = blue.another("counted-" + i)) {
        assertThat(another.session()).isNotEmpty();
        JsonNode bound = red.person.get("/api/health").json();
        assertThat(bound.path("counts").asString()).isEqualTo("workspace");
        assertThat(bound.path("connections").path("mcp").asInt()).isEqualTo(1);
        assertThat(bound.path("backlog").path("writes").isNull()).isTrue();
        JsonNode whole = owner("counter", "red").get("/api/health").json();
        assertThat(whole.path("counts").asString()).isEqualTo("server");
        assertThat(whole.path("connections").path("mcp").asInt()).isGreaterThanOrEqualTo(3);
        assertThat(whole.path("backlog").path("writes").isInt()).isTrue();
      }
    }
    assertThat(PageClient.stranger(server.base()).get("/api/health").status()).isEqualTo(401);
    for (String token : List.of("", maker.owner())) {
      Answer probe =
          PageClient.stranger(server.base()).get("/health", "Authorization", "Bearer " + token);
      assertThat(probe.json().propertyNames())
          .isSubsetOf("status", "time", "version", "database", "bus");
    }
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

package dev.parley.war.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.io.File;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The operations that the hooks of clients call with a token, or without where none is needed. */
class HookOperationsIT {
  private static final String HOOK = "/api/hook/tool-use";
  private static final String USED =
      "{\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"mcp__parley__claim_task\","
          + "\"tool_input\":{%s}}";

  private static String check(String session) {
    return "/api/sessions/" + session + "/completion-check";
  }

  private static PageClient.Answer report(RunningServer server, String agent, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
    all.addAll(List.of(headers));
    String named = agent.isEmpty() ? "" : "\"agent_id\":\"" + agent + "\"";
    PageClient stranger = PageClient.stranger(server.base());
    return stranger.send(
        stranger
            .request(HOOK, all.toArray(String[]::new))
            .POST(BodyPublishers.ofString(USED.formatted(named)))
            .build());
  }

  private static String code(PageClient.Answer refused) {
    return refused.json().path("code").asString();
  }

  @Test
  void openServer_takesReportsOfLocalPrograms_andOfNoPage() {
    try (RunningServer server = RunningServer.start()) {
      String origin = server.base().toString();
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
      PageClient.Answer noted = report(server, "be", "Origin", origin);
      assertThat(noted.status()).as(noted.raw().body()).isEqualTo(200);
      assertThat(noted.json().path("noted").asBoolean()).isTrue();
      assertThat(ann.get("/api/agents").raw().body()).contains("\"id\":\"be\"");
      assertThat(code(report(server, "be"))).isEqualTo("foreign_site");
      assertThat(report(server, "be", "Origin", "http://example.org").status()).isEqualTo(403);
      assertThat(code(report(server, "ann", "Origin", origin))).isEqualTo("name_reserved");
      PageClient.Answer unnamed = report(server, "", "Origin", origin);
      assertThat(unnamed.status()).isEqualTo(200);
      assertThat(unnamed.json().path("noted").asBoolean()).isFalse();
      PageClient stranger = PageClient.stranger(server.base());
      assertThat(stranger.get(check("none")).status()).isEqualTo(404);
      assertThat(stranger.get("/api/agents").status()).isEqualTo(401);
    }
  }

  @Test
  void closedServer_takesWhatTheTokenMaySay() throws Exception {
    try (RunningServer server = RunningServer.start()) {
      CredentialMaker maker = CredentialMaker.of(server);
      String alice = "Bearer " + maker.token("agent", "member", "default", "alice.*");
      String rooms =
          "Bearer " + maker.token("agent", "member", "default", "ron", List.of("rooms:read"));
      assertThat(report(server, "alice.fe", "Authorization", alice).status()).isEqualTo(200);
      assertThat(code(report(server, "bob", "Authorization", alice)))
          .isEqualTo("permission_denied");
      PageClient.Answer own = report(server, "", "Authorization", rooms);
      assertThat(own.json().path("agent").asString()).isEqualTo("ron");
      assertThat(
              report(server, "alice", "Authorization", alice, "Parley-Workspace", "other").status())
          .isEqualTo(403);
      assertThat(report(server, "alice", "Origin", server.base().toString()).status())
          .isEqualTo(401);
      assertThat(report(server, "alice", "Authorization", "Bearer wrong").status()).isEqualTo(401);
      PageClient stranger = PageClient.stranger(server.base());
      assertThat(stranger.get(check("none")).status()).isEqualTo(401);
      assertThat(stranger.get(check("none"), "Authorization", rooms).status()).isEqualTo(403);
      try (RawMcp client =
          RawMcp.at(server.mcp())
              .header("Authorization", alice)
              .header("Parley-Agent", "alice.fe")
              .begin()) {
        client.tool("start_session", "session_id", "run").accepted();
        PageClient.Answer checked =
            stranger.get(check("run"), "Authorization", alice, "Parley-Agent", "alice.fe");
        assertThat(checked.json().path("agent").asString()).isEqualTo("alice.fe");
        assertThat(checked.json().path("may_end").asBoolean()).isTrue();
        String team =
            "Bearer " + maker.token("agent", "member", "default", "tim", List.of("team:read"));
        assertThat(stranger.get(check("run") + "?agent=tim", "Authorization", team).status())
            .isEqualTo(200);
        assertThat(stranger.get(check("run") + "?agent=alice.fe", "Authorization", team).status())
            .isEqualTo(403);
        assertThat(
                stranger.get(check("run"), "Authorization", alice, "Parley-Agent", "bob").status())
            .isEqualTo(403);
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void hookScript_withoutABridge_reports_andHoldsATurnThatLeavesATask(@TempDir Path folder)
      throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the server is not tested");
    try (RunningServer server = RunningServer.start();
        RawMcp be = server.client().header("Parley-Agent", "be").begin()) {
      String task = claimed(be);
      String used = "{\"hook_event_name\":\"AfterTool\",\"tool_name\":\"write_file\"}";
      assertThat(hook(server, folder, "AfterTool", used)).isEqualTo("{}\n");
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
      assertThat(ann.get("/api/agents").raw().body()).contains("\"tool\":\"write_file\"");
      String ends = "{\"hook_event_name\":\"AfterAgent\"}";
      assertThat(hook(server, folder, "AfterAgent", ends))
          .startsWith(
              "{\"decision\":\"deny\",\"reason\":\"Parley: You have not finished task " + task);
      assertThat(hook(server, folder, "AfterAgent", "{\"stop_hook_active\":true}"))
          .isEqualTo("{}\n");
      be.tool("update_task", "task_id", task, "status", "done").accepted();
      assertThat(hook(server, folder, "AfterAgent", ends)).isEqualTo("{}\n");
      assertThat(ann.get("/api/agents").raw().body()).doesNotContain("\"tool\":\"write_file\"");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void hookScript_withoutABridge_isOff_inEachFormThatABridgeTakes(@TempDir Path folder)
      throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the server is not tested");
    try (RunningServer server = RunningServer.start();
        RawMcp be = server.client().header("Parley-Agent", "be").begin()) {
      claimed(be);
      for (String off :
          List.of("PreToolUse, AfterAgent", "afteragent", "Stop\tAfterAgent", "ALL", "all")) {
        Map<String, String> isOff = Map.of("PARLEY_HOOKS_OFF", off);
        assertThat(hook(server, folder, isOff, "AfterAgent", "{}")).as(off).isEqualTo("{}\n");
      }
      for (String on : List.of("", "Agent", "AfterAgents, AfterTool")) {
        Map<String, String> isOn = Map.of("PARLEY_HOOKS_OFF", on);
        assertThat(hook(server, folder, isOn, "AfterAgent", "{}")).as(on).contains("deny");
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void hookScript_withoutABridge_sendsATokenOfAnyCharacters(@TempDir Path folder) throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the server is not tested");
    String token = "a!b@c%d#e\"f\\g$h`i'j k";
    try (RunningServer server = RunningServer.launch().environment("PARLEY_TOKEN", token).start()) {
      String used = "{\"hook_event_name\":\"AfterTool\",\"tool_name\":\"write_file\"}";
      hook(server, folder, Map.of("PARLEY_TOKEN", token), "AfterTool", used);
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("token", token, "name", "ann"));
      assertThat(ann.get("/api/agents").raw().body()).contains("\"tool\":\"write_file\"");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void hookScript_withoutABridge_reportsAnInputThatIsTooLong(@TempDir Path folder)
      throws Exception {
    assumeTrue(hasCurl(), "curl is not on the path: the way of a hook to the server is not tested");
    try (RunningServer server = RunningServer.start()) {
      String picture = "{\"tool_response\":\"" + "x".repeat(1_500_000) + "\"}";
      hook(server, folder, "AfterTool", picture);
      PageClient ann = PageClient.loggedIn(server.base(), Map.of("name", "ann"));
      assertThat(ann.get("/api/agents").raw().body()).contains("\"id\":\"be\"");
    }
  }

  /** Starts the session run, and claims a task in it; returns its id. */
  private static String claimed(RawMcp agent) {
    agent.tool("start_session", "session_id", "run").accepted();
    String task =
        agent
            .tool("create_task", "title", "t", "priority", "low", "description", "d")
            .accepted()
            .get("task_id");
    agent.tool("claim_task", "task_id", task).accepted();
    return task;
  }

  private static boolean hasCurl() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(path -> new File(path, "curl").canExecute());
  }

  private static String hook(RunningServer server, Path folder, String event, String input)
      throws Exception {
    return hook(server, folder, Map.of(), event, input);
  }

  /** Runs the script as a client of the agent be does; returns all it printed. */
  private static String hook(
      RunningServer server, Path folder, Map<String, String> more, String event, String input)
      throws Exception {
    ProcessBuilder script =
        new ProcessBuilder("/bin/sh", "src/plugin/bin/hook.sh", event, "{}")
            .redirectInput(Files.writeString(folder.resolve("input"), input).toFile())
            .redirectErrorStream(true);
    script
        .environment()
        .putAll(
            Map.of(
                "XDG_RUNTIME_DIR",
                folder.toString(),
                "PARLEY_URL",
                server.mcp().toString(),
                "PARLEY_AGENT",
                "be",
                "PARLEY_SESSION_ID",
                "run"));
    script.environment().putAll(more);
    Process running = script.start();
    String printed = new String(running.getInputStream().readAllBytes(), UTF_8);
    assertThat(running.waitFor()).isZero();
    return printed;
  }
}

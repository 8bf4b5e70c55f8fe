package dev.parley.war.rest;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.ParleyBuilder;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.WorkspaceId;
import dev.parley.session.Session;
import dev.parley.task.Lease;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.war.wake.HookEvent;
import dev.parley.war.wake.HookReports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hooks that report over HTTP, and what people see of them. */
class HookReportTest {
  private static final String HOOK = "/api/hook/tool-use";
  private static final Duration LEASE = Duration.ofSeconds(4);

  private RestServer server;

  @BeforeEach
  void start() throws Exception {
    server = new RestServer(ParleyBuilder.builder().inMemory().lease(LEASE));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answered report(Map<String, ?> input) {
    return server.send("POST", HOOK, input);
  }

  private static Map<String, ?> input(String event, String tool, Map<String, ?> arguments) {
    return Map.of(
        "session_id", "c0ffee",
        "hook_event_name", event,
        "tool_name", tool,
        "tool_input", arguments,
        "tool_response", Map.of("any", "thing"));
  }

  private static Map<String, ?> of(String event, String agent) {
    return input(event, "mcp__parley__claim_task", Map.of("agent_id", agent));
  }

  @SuppressWarnings("unchecked")
  private Optional<Map<String, Object>> shown(String agent) {
    return ((List<Map<String, Object>>) server.get("/api/agents").ok().at("items"))
        .stream().filter(one -> agent.equals(one.get("id"))).findFirst();
  }

  private Object state(String agent) {
    return ((Map<?, ?>) shown(agent).orElseThrow().get("state")).get("kind");
  }

  @Test
  void agent_isShownAtWork_thenIdle_thenGone() {
    Answered noted =
        server
            .send(
                "POST",
                HOOK,
                input("PostToolUse", "Edit", Map.of("file_path", "/home/al/app/Parser.java")),
                "Parley-Agent",
                "be")
            .ok();
    assertThat(noted.json()).isEqualTo(Map.of("ok", true, "agent", "be", "noted", true));
    Map<String, Object> be = shown("be").orElseThrow();
    assertThat(be.get("online")).isEqualTo(true);
    assertThat(state("be")).isEqualTo("working");
    assertThat(((Map<?, ?>) be.get("activity")).get("tool")).isEqualTo("Edit");
    assertThat(((Map<?, ?>) be.get("activity")).get("file")).isEqualTo("Parser.java");
    report(of("Stop", "be")).ok();
    assertThat(state("be")).isEqualTo("idle");
    report(of("SessionEnd", "be")).ok();
    assertThat(shown("be").orElseThrow().get("online")).isEqualTo(false);
    assertThat(state("be")).isEqualTo("gone");
  }

  @Test
  void report_renewsTheLeasesOfItsAgent() {
    Task task = claimed();
    Instant until = until(task).orElseThrow();
    eventually(
        "the lease goes on",
        () -> {
          report(of("PostToolUse", "be")).ok();
          return until(task).filter(until::isBefore).isPresent();
        });
  }

  @Test
  void reportOfAnAgentPastTheMaximum_isNotNoted_andRenewsItsLeases() {
    HookReports reports = server.desks.reports();
    HookEvent used = HookEvent.ofInput(Map.of());
    int others = 0;
    while (reports.report(WorkspaceId.DEFAULT, AgentId.of("other" + others), used)) {
      others++;
    }
    Task task = claimed();
    Instant until = until(task).orElseThrow();
    eventually(
        "the lease goes on",
        () -> {
          assertThat(report(of("PostToolUse", "be")).ok().at("noted")).isEqualTo(false);
          return until(task).filter(until::isBefore).isPresent();
        });
  }

  @Test
  void endOfAClient_renewsNoLease() {
    report(of("SessionStart", "be")).ok();
    Task task = claimed();
    eventually(
        "the lease ends",
        () -> {
          report(of("SessionEnd", "be")).ok();
          return until(task).isEmpty();
        });
  }

  /** Returns a task that the agent be has claimed. */
  private Task claimed() {
    Session be = server.agent("be").sessions().start(new SessionId("run"));
    Task task = be.tasks().create(TaskDraft.titled("t").build());
    be.tasks().claim(task.id());
    return task;
  }

  /** Reads as the person, since each call of an agent renews its leases. */
  private Optional<Instant> until(Task task) {
    return server
        .person()
        .sessions()
        .find(new SessionId("run"))
        .flatMap(run -> run.tasks().find(task.id()))
        .flatMap(Task::lease)
        .map(Lease::until);
  }

  @Test
  void agent_isTheOneTheToolNames_elseTheHeader_elseThePerson() {
    assertThat(report(of("PostToolUse", "be")).ok().at("agent")).isEqualTo("be");
    assertThat(
            server
                .send("POST", HOOK, of("PostToolUse", "be"), "Parley-Agent", "fe")
                .ok()
                .at("agent"))
        .isEqualTo("be");
    Map<String, ?> unnamed = Map.of("tool_name", "Bash");
    assertThat(server.send("POST", HOOK, unnamed, "Parley-Agent", "fe").ok().at("agent"))
        .isEqualTo("fe");
    assertThat(report(unnamed).ok().at("agent")).isEqualTo("ann");
    assertThat(report(of("PostToolUse", "no name")).ok().at("agent")).isEqualTo("ann");
    Map<String, ?> unknown = Map.of("tool_input", Map.of("agent_id", "be"));
    assertThat(report(unknown).ok().at("agent")).isEqualTo("be");
    String longName = "mcp__" + "p".repeat(60) + "__claim_task";
    Map<String, ?> claimed = input("PostToolUse", longName, Map.of("agent_id", "be"));
    assertThat(report(claimed).ok().at("agent")).isEqualTo("be");
  }

  @Test
  void agentOfAToolOfAnotherServer_isNotTheOneThatUsesTheTool() {
    Map<String, ?> other = input("PostToolUse", "mcp__other__assign", Map.of("agent_id", "qa"));
    assertThat(report(other).ok().at("agent")).isEqualTo("ann");
    assertThat(shown("qa")).isEmpty();
  }

  @Test
  void agentOfAMemory_isNotTheOneThatUsesTheTool() {
    Map<String, ?> written =
        input("PostToolUse", "mcp__parley__write_memory", Map.of("agent_id", "qa"));
    assertThat(report(written).ok().at("agent")).isEqualTo("ann");
    String longName = "mcp__" + "p".repeat(60) + "__append_memory";
    Map<String, ?> appended = input("PostToolUse", longName, Map.of("agent_id", "qa"));
    assertThat(report(appended).ok().at("agent")).isEqualTo("ann");
    assertThat(shown("qa")).isEmpty();
  }

  @Test
  void reservedName_isRefused() {
    report(of("PostToolUse", "system")).refused(400, "name_reserved");
    server
        .send("POST", HOOK, Map.of("tool_name", "Bash"), "Parley-Agent", "a/b")
        .refusedField("Parley-Agent");
  }

  @Test
  void eventWithoutAMeaning_isTaken_andNotNoted() {
    assertThat(report(of("Notification", "be")).ok().at("noted")).isEqualTo(false);
    assertThat(shown("be")).isEmpty();
  }

  @Test
  void bodyThatIsTooLarge_orNoObject_isRefused() {
    report(Map.of("tool_response", "x".repeat(JsonBody.MAX_BYTES))).refused(413, "too_large");
    server.send("POST", HOOK, "[]").refusedField("body");
    server.send("POST", HOOK, "{").refusedField("body");
  }
}

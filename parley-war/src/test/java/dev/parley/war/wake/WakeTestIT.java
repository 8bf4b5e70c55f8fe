package dev.parley.war.wake;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.testing.BridgeClient;
import dev.parley.war.testing.OpenCall;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import dev.parley.war.testing.ToolAnswer;
import dev.parley.war.testing.WarCommand;
import dev.parley.war.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A wake test against ten states of an agent, five of them broken on purpose, over HTTP. */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
@ExtendWith(SharedServer.class)
class WakeTestIT {
  private static final Pattern NONCE = Pattern.compile("nonce \\\\?\"([0-9a-f]+)");
  private static final int LONG = 20_000;
  private static final int SHORT = 3_000;
  private static final Queue<String> TABLE = new ConcurrentLinkedQueue<>();

  @TempDir private static Path folder;

  /** The tests of the agents that are broken, by their names. */
  private static Map<String, CompletableFuture<JsonNode>> outcomes;

  /** Breaks the five side by side, as each of them is mostly waited for. */
  @BeforeAll
  static void breakAgents(RunningServer server) {
    outcomes =
        Map.of(
            "t7-bob",
            broken(server, "BROKEN monitor file gone", "t7", bob -> Files.delete(bob.file)),
            "t8-bob",
            broken(
                server, "BROKEN bridge stopped", "t8", bob -> signal(bob.bridge.handle(), "STOP")),
            "t9-bob",
            broken(server, "BROKEN hook never runs", "t9", bob -> bob.runsHooks = false),
            "t10-bob",
            broken(server, "BROKEN client killed", "t10", WakeTestIT::kill),
            "t11-bob",
            broken(server, "BROKEN session over", "t11", bob -> bob.bridge.ended()));
  }

  /** The end of a way to the model of an agent. */
  private interface Break {
    void of(Plugin bob) throws IOException, InterruptedException;
  }

  /** Proves that an agent can be reached, breaks it, and tests it. */
  private static CompletableFuture<JsonNode> broken(
      RunningServer server, String state, String name, Break happens) {
    CompletableFuture<JsonNode> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (Plugin bob = new Plugin(server, name + "-bob");
                  RawMcp alice = client(server, "/mcp", name + "-alice")) {
                prove(alice, bob);
                happens.of(bob);
                ObjectNode tested = tested(state, alice, bob.name, SHORT);
                outcome.complete(tested.put("turns", bob.turns.get()));
              } catch (Throwable failure) {
                outcome.completeExceptionally(failure);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return outcome;
  }

  private static void kill(Plugin bob) {
    bob.bridge.handle().destroyForcibly();
    eventually("it is dead", () -> !bob.bridge.handle().isAlive());
  }

  @AfterAll
  static void print() {
    System.out.printf(
        "%n%-26s %-26s %-7s %-11s %6s %-5s %-18s %s%n",
        "state", "presence before", "reached", "by", "ms", "sign", "offered", "presence after");
    TABLE.stream().sorted().forEach(System.out::print);
  }

  @Test
  void idleWithHooksAndMonitor_isReached(RunningServer server) throws IOException {
    try (Plugin bob = new Plugin(server, "t1-bob");
        RawMcp alice = client(server, "/mcp", "t1-alice")) {
      eventually("the bridge waits", () -> state(reach(alice, "t1-bob")).equals("unproven"));
      JsonNode result = tested("idle, hooks and monitor", alice, "t1-bob", LONG);
      assertThat(result.at("/result/reached").asBoolean()).isTrue();
      assertThat(result.at("/result/by").asString()).isEqualTo("hook");
      assertThat(result.at("/before/state").asString()).isEqualTo("unproven");
      eventually("proven", () -> reach(alice, "t1-bob").at("/by").toString().contains("monitor"));
      assertThat(reach(alice, "t1-bob").get("state").asString()).isEqualTo("proven");
      assertThat(bob.turns).as("one bell, one turn").hasValue(1);
    }
  }

  @Test
  void busyWithHooks_isReachedAtItsNextBoundary(RunningServer server) {
    try (RawMcp bob = client(server, "/mcp", "t2-bob");
        RawMcp alice = client(server, "/mcp", "t2-alice")) {
      hook(bob, "UserPromptSubmit");
      CompletableFuture<JsonNode> result = testing("busy, hooks", alice, "t2-bob", LONG);
      eventually("the nonce", () -> echoed(bob, hook(bob, "PostToolBatch")));
      assertThat(result.join().at("/result/by").asString()).isEqualTo("hook");
      assertThat(reach(alice, "t2-bob").get("state").asString()).isEqualTo("proven");
    }
  }

  @Test
  void agentThatWaits_isReachedAtOnce(RunningServer server) {
    try (RawMcp bob = client(server, "/mcp", "t3-bob");
        RawMcp alice = client(server, "/mcp", "t3-alice")) {
      try (OpenCall open = bob.toolOpened("wait_for_messages", "block_ms", 50_000)) {
        assertThat(open.line()).isEqualTo(": waiting");
        CompletableFuture<JsonNode> result = testing("waits itself", alice, "t3-bob", LONG);
        assertThat(echoed(bob, open.answer().get("wake_test"))).isTrue();
        assertThat(result.join().at("/result/by").asString()).isEqualTo("wait");
      }
    }
  }

  @Test
  void agentWithToolResultsAlone_isReachedWhenItCalls(RunningServer server) {
    try (RawMcp bob = client(server, "/mcp", "t4-bob");
        RawMcp alice = client(server, "/mcp", "t4-alice")) {
      CompletableFuture<JsonNode> result =
          testing("tool results only, asks", alice, "t4-bob", LONG);
      eventually(
          "the nonce",
          () -> {
            ToolAnswer answer = bob.tool("list_rooms");
            return answer.fields().has("wake_test") && echoed(bob, answer.get("wake_test"));
          });
      assertThat(result.join().at("/before/state").asString()).isEqualTo("asleep");
      assertThat(result.join().at("/result/by").asString()).isEqualTo("tool_result");
    }
  }

  @Test
  void agentWithAChannelAlone_isReachedByThePush(RunningServer server) {
    try (RawMcp bob = client(server, "/mcp", "t5-bob");
        RawMcp alice = client(server, "/mcp", "t5-alice")) {
      bob.listen();
      eventually("attached", () -> reach(alice, "t5-bob").has("state"));
      CompletableFuture<JsonNode> result = testing("channel only", alice, "t5-bob", LONG);
      assertThat(echoed(bob, bob.stream().next().content())).isTrue();
      assertThat(result.join().at("/result/by").asString()).isEqualTo("channel");
      assertThat(reach(alice, "t5-bob").get("state").asString()).isEqualTo("proven");
    }
  }

  @Test
  void agentOfAToolSetWithoutTheTool_isReachedByAnyCall(RunningServer server) {
    try (RawMcp bob = client(server, "/mcp/rooms", "t6-bob");
        RawMcp alice = client(server, "/mcp", "t6-alice")) {
      CompletableFuture<JsonNode> result = testing("rooms set only, asks", alice, "t6-bob", LONG);
      eventually("the sentence", () -> bob.tool("list_rooms").fields().has("wake_test"));
      bob.tool("list_rooms").accepted();
      assertThat(result.join().at("/result/evidence").asString()).isEqualTo("call");
      assertThat(result.join().at("/result/reached").asBoolean()).isTrue();
    }
  }

  @Test
  void monitorFileThatIsGone_makesAProvenAgentUnreachable() {
    assertBroken(outcomes.get("t7-bob").join());
  }

  @Test
  void bridgeThatIsStopped_makesAProvenAgentUnreachable() {
    assertBroken(outcomes.get("t8-bob").join());
  }

  @Test
  void hooksThatNeverRun_makeAProvenAgentUnreachable() {
    JsonNode outcome = outcomes.get("t9-bob").join();
    assertBroken(outcome);
    assertThat(outcome.get("turns").asInt()).as("the bell was heard").isEqualTo(2);
  }

  @Test
  void clientThatIsKilled_makesAProvenAgentUnreachable() {
    assertBroken(outcomes.get("t10-bob").join());
  }

  @Test
  void sessionThatIsOver_isUnreachableAtOnce() {
    JsonNode result = outcomes.get("t11-bob").join();
    assertThat(result.at("/result/reached").asBoolean()).isFalse();
    assertThat(result.at("/result/state").asString()).isEqualTo("unreachable");
    assertThat(result.at("/result/hint").asString()).contains("not connected");
  }

  @Test
  void commandLine_printsTheResult_andItsExitCodeSaysIt(RunningServer server) throws Exception {
    try (RawMcp bob = client(server, "/mcp", "t12-bob");
        RawMcp carol = client(server, "/mcp", "t12-carol")) {
      assertThat(hook(carol, "Notification")).isEqualTo("{}");
      Process asleep = command(server, "--agent", "t12-carol", "--timeout", "1", "--json");
      JsonNode result = Json.jackson().readTree(printed(asleep));
      assertThat(result.get("reached").asBoolean()).isFalse();
      assertThat(result.get("state").asString()).isEqualTo("asleep");
      assertThat(asleep.waitFor()).isEqualTo(1);
      Process unknown = command(server, "--agent", "t12-nobody");
      assertThat(printed(unknown)).isEmpty();
      assertThat(unknown.waitFor()).isEqualTo(2);
      try (OpenCall open = bob.toolOpened("wait_for_messages", "block_ms", 50_000)) {
        assertThat(open.line()).isEqualTo(": waiting");
        Process waiting = command(server, "--agent", "t12-bob", "--timeout", "20");
        assertThat(echoed(bob, open.answer().get("wake_test"))).isTrue();
        assertThat(printed(waiting)).startsWith("t12-bob was reached by wait in ");
        assertThat(waiting.waitFor()).isZero();
      }
    }
  }

  /** A client with the plugin: a bridge, a monitor, and hooks that run in the turns it rings. */
  private static final class Plugin implements AutoCloseable {
    private final String name;
    private final Path file;
    private final BridgeClient bridge;
    private final Thread monitor;
    private volatile boolean runsHooks = true;
    private volatile boolean ended;
    private final AtomicInteger turns = new AtomicInteger();

    private Plugin(RunningServer server, String name) throws IOException {
      this.name = name;
      this.file = folder.resolve("parley/wake").resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
      this.bridge =
          BridgeClient.in(
              Map.of("CLAUDE_CODE_SESSION_ID", name, "XDG_RUNTIME_DIR", folder.toString()),
              server.base(),
              "--agent",
              name);
      assertThat(bridge.hook("Stop")).isEqualTo("{}");
      this.monitor = new Thread(this::watch, name + "-monitor");
      monitor.setDaemon(true);
      monitor.start();
    }

    private void watch() {
      long read = 0;
      while (!ended) {
        try {
          List<String> lines = Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
          if (lines.size() > read) {
            read = lines.size();
            turns.incrementAndGet();
            turn();
          }
          LockSupport.parkNanos(20_000_000);
        } catch (IOException removed) {
          // there is no monitor any more
        }
      }
    }

    private void turn() {
      if (runsHooks) {
        Matcher nonce = NONCE.matcher(bridge.hook("PostToolBatch"));
        if (nonce.find()) {
          bridge.tool("wake_test", "nonce", nonce.group(1));
        }
        bridge.hook("Stop");
      }
    }

    @Override
    public void close() {
      ended = true;
      bridge.close();
    }
  }

  private static void prove(RawMcp alice, Plugin bob) {
    eventually("the bridge waits", () -> state(reach(alice, bob.name)).equals("unproven"));
    assertThat(test(alice, bob.name, LONG).get("reached").asBoolean()).isTrue();
    eventually("proven", () -> reach(alice, bob.name).path("by").toString().contains("monitor"));
  }

  private static void assertBroken(JsonNode outcome) {
    assertThat(state(outcome.get("before"))).isEqualTo("proven");
    assertThat(outcome.at("/result/reached").asBoolean()).isFalse();
    assertThat(outcome.at("/result/state").asString()).isEqualTo("unreachable");
    assertThat(outcome.at("/result/hint").asString()).isNotBlank();
    assertThat(state(outcome.get("after"))).isEqualTo("unreachable");
  }

  private static CompletableFuture<JsonNode> testing(
      String state, RawMcp asker, String agent, int timeout) {
    JsonNode before = before(asker, agent);
    return CompletableFuture.supplyAsync(() -> tested(state, before, asker, agent, timeout));
  }

  /** Tests an agent; returns what presence said before, the result, and what it said after. */
  private static ObjectNode tested(String state, RawMcp asker, String agent, int timeout) {
    return tested(state, before(asker, agent), asker, agent, timeout);
  }

  private static JsonNode before(RawMcp asker, String agent) {
    eventually("present", () -> !users(asker, agent).isEmpty());
    return reach(asker, agent);
  }

  private static ObjectNode tested(
      String state, JsonNode before, RawMcp asker, String agent, int timeout) {
    ObjectNode outcome = Json.jackson().createObjectNode();
    outcome.set("before", before);
    JsonNode result = test(asker, agent, timeout);
    outcome.set("result", result);
    outcome.set("after", reach(asker, agent));
    TABLE.add(
        String.format(
            "%-26s %-26s %-7s %-11s %6d %-5s %-18s %s%n",
            state,
            words(outcome.get("before")),
            result.get("reached").asBoolean(),
            result.path("by").asString("-"),
            result.get("millis").asLong(),
            result.get("evidence").asString(),
            result.get("offered").toString().replaceAll("[\\[\\]\"]", ""),
            words(outcome.get("after"))));
    return outcome;
  }

  private static String words(JsonNode reach) {
    return state(reach) + reach.path("by").toString().replaceAll("[\\[\\]\"]", " ");
  }

  private static String state(JsonNode reach) {
    return reach.path("state").asString("-");
  }

  /** Tests as soon as the pause after the test before is over. */
  private static JsonNode test(RawMcp asker, String agent, int timeout) {
    JsonNode[] result = new JsonNode[1];
    eventually(
        "the test of " + agent,
        Duration.ofSeconds(40),
        () -> {
          ToolAnswer answer = asker.tool("wake_test", "agent", agent, "timeout_ms", timeout);
          result[0] = answer.fields();
          return !answer.refused();
        });
    return result[0];
  }

  private static JsonNode users(RawMcp asker, String agent) {
    return asker.tool("parley_list_users", "filter", agent).accepted().fields().get("users");
  }

  private static JsonNode reach(RawMcp asker, String agent) {
    JsonNode user = users(asker, agent).path(0);
    return user.has("reach") || user.path("online").asBoolean()
        ? user.path("reach")
        : Json.jackson().createObjectNode().put("state", "offline");
  }

  private static boolean echoed(RawMcp bob, String text) {
    Matcher nonce = NONCE.matcher(text);
    return nonce.find()
        && bob.tool("wake_test", "nonce", nonce.group(1)).accepted().fields().has("reached");
  }

  private static String hook(RawMcp client, String event) {
    return client
        .call("tools/call", Map.of("name", "hook_event", "arguments", Map.of("event", event)))
        .result()
        .at("/content/0/text")
        .asString();
  }

  private static RawMcp client(RunningServer server, String path, String agent) {
    return RawMcp.at(server.at(path)).header("Parley-Agent", agent).begin();
  }

  private static Process command(RunningServer server, String... words) throws IOException {
    List<String> command = WarCommand.of("wake-test", "--url", server.base().toString());
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("PARLEY_"));
    return builder.start();
  }

  private static String printed(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void signal(ProcessHandle process, String name) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }
}

package dev.parley.war.servers;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.ClaimRace;
import dev.parley.war.nodes.Outcome;
import dev.parley.war.nodes.RestartablePostgres;
import dev.parley.war.nodes.Talk;
import dev.parley.war.testing.RawMcp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import tools.jackson.databind.JsonNode;

/**
 * The contract of two application servers over data sources of one PostgreSQL: they are one place,
 * also while one of them is killed and starts again.
 */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ClusterContract {
  private static final int SPEAKERS = 10;
  private static final int MESSAGES = 200;
  private static final int TASKS = 100;
  private static final int CLAIMERS = 40;
  private static final Duration PRESENCE = Duration.ofSeconds(10);

  private static final KnownWarning KILLED =
      new KnownWarning("The previous run of this node did not end in order; ", "it was killed");

  private RestartablePostgres database;
  private ApplicationServer first;
  private ApplicationServer second;

  @RegisterExtension
  final TestExecutionExceptionHandler withFirstLog = ServerRun.excerptWith(() -> first.run());

  @RegisterExtension
  final TestExecutionExceptionHandler withSecondLog = ServerRun.excerptWith(() -> second.run());

  /** Starts a server with this setup. */
  abstract ApplicationServer start(ServerSetup setup);

  @BeforeAll
  void startBoth() {
    long from = System.nanoTime();
    database = new RestartablePostgres();
    CompletableFuture<ApplicationServer> other = CompletableFuture.supplyAsync(() -> node("a"));
    second = node("b");
    first = other.join();
    say("both healthy after " + millisSince(from) + " ms");
  }

  private ApplicationServer node(String name) {
    return start(
        ServerSetup.over(folder -> SourceDatabase.postgres(database.url()))
            .with(
                Map.of(
                    "PARLEY_NODE",
                    name,
                    "PARLEY_MAX_EXCHANGES",
                    "off",
                    "PARLEY_PRESENCE_TTL",
                    PRESENCE.toString())));
  }

  @AfterAll
  void end() {
    if (first != null) {
      first.close();
    }
    if (second != null) {
      second.close();
    }
    database.close();
  }

  /** The number of nodes that PostgreSQL notifies of what the other has posted; others poll. */
  abstract int listening();

  @Test
  @Order(0)
  void nodes_withTheDriverOfTheDataSource_listen() {
    eventually("they listen", () -> countListening() == listening());
  }

  private long countListening() {
    return database.connections().stream().filter("parley-listening"::equals).count();
  }

  @Test
  @Order(0)
  void tasks_claimedAtBothAtOnce_haveOneOwnerEach() throws Exception {
    ClaimRace race = new ClaimRace(first, second, TASKS, CLAIMERS);
    race.during(() -> {});
    race.check(second, "claimed by " + CLAIMERS + " agents over two servers");
  }

  @Test
  @Order(1)
  void session_ofTheOtherNode_isAnswered() {
    try (RawMcp atFirst = first.client("/mcp")) {
      RawMcp sameAtSecond = second.stranger().header("Mcp-Session-Id", atFirst.session());
      sameAtSecond.header("MCP-Protocol-Version", RawMcp.VERSION);
      sameAtSecond.tool("join_room", "room", "moved", "nickname", "mover").accepted();
      assertThat(atFirst.tool("who_is_here", "room", "moved").text()).contains("mover");
    }
  }

  @Test
  @Order(2)
  void nodeIsKilled_andStartsAgain_nothingIsLostOrDoubled_andItsAgentsAreGone() throws Exception {
    RawMcp seated = first.stranger().header("Parley-Agent", "seated").begin();
    seated.tool("join_room", "room", "lobby", "nickname", "seated").accepted();
    seated.listen();
    RawMcp watcher = second.stranger().header("Parley-Agent", "watcher").begin();
    eventually("the other node sees it", () -> isOnline(watcher, "seated"));
    Talk talk = new Talk(first, second, "talk", SPEAKERS, MESSAGES).withListeners();
    Outcome outcome =
        talk.during(
            () -> {
              first.kill9();
              long killed = System.nanoTime();
              CompletableFuture<Void> starting = CompletableFuture.runAsync(first::startAgain);
              eventually(
                  "its agent is gone",
                  PRESENCE.multipliedBy(2),
                  () -> !isOnline(watcher, "seated"));
              say("an agent of the killed node is gone after " + millisSince(killed) + " ms");
              starting.join();
              say("the killed node is healthy again after " + millisSince(killed) + " ms");
            });
    System.out.println(outcome.row(getClass().getSimpleName(), "kill -9 of a node"));
    outcome.check();
    assertThat(isOnline(first.stranger().begin(), "seated")).as("at the started node").isFalse();
    assertThat(watcher.tool("who_is_here", "room", "lobby").text()).doesNotContain("seated");
  }

  @Test
  @Order(3)
  void logs_haveNoWarningThatNobodyExplains() {
    assertThat(first.unexplained(KILLED)).as("of the killed node").isEmpty();
    assertThat(second.unexplained()).as("of the other").isEmpty();
  }

  private static boolean isOnline(RawMcp watcher, String agent) {
    JsonNode users = watcher.tool("parley_list_users").accepted().fields().get("users");
    List<JsonNode> of =
        StreamSupport.stream(users.spliterator(), false)
            .filter(user -> user.get("handle").asString().equals(agent))
            .toList();
    return of.stream().anyMatch(user -> user.get("online").asBoolean());
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }

  private void say(String words) {
    System.out.println(getClass().getSimpleName() + ": " + words);
  }
}

package dev.parley.war.clients;

import static dev.parley.war.testing.Eventually.eventually;
import static dev.parley.war.testing.Eventually.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.clients.ClientHome.Ended;
import dev.parley.war.clients.ClientHome.Running;
import dev.parley.war.clients.ModelEndpoint.Hold;
import dev.parley.war.clients.ProofTable.Cells;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import dev.parley.war.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A message of another agent reaches the model of a client once, by each rung that the client has.
 */
@Tag("clients")
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith({InstalledClients.class, SharedServer.class, ProofTable.class})
abstract class ClientContract {
  /** The field as it is in the text of a tool's result, which is a string of JSON. */
  private static final String UNREAD = "unread\\\":{";

  /** The words of the hook at the start of a session; it counts messages and holds none. */
  private static final String INTRODUCTION = "Parley: you are the agent ";

  private static final Duration QUIET = Duration.ofSeconds(2);

  private AgentCli cli;
  private RawMcp friend;
  private int said;

  /** Installs the client. */
  abstract AgentCli installed(RunningServer server);

  @BeforeAll
  void install(RunningServer server, Cells cells) {
    cli = installed(server);
    cli.missing().forEach((rung, why) -> cells.missing(cli.title(), rung, why));
    friend =
        RawMcp.at(server.mcp())
            .header("Parley-Agent", cli.name() + "-friend")
            .header("Parley-Session", cli.name())
            .begin();
    friend.tool("join_room", "room", cli.name(), "nickname", "friend").accepted();
  }

  @AfterAll
  void remove() {
    if (friend != null) {
      friend.close();
    }
    if (cli != null) {
      cli.close();
    }
  }

  /** Returns the client. */
  final AgentCli cli() {
    return cli;
  }

  /** Says something in the room of the client; returns the words. */
  final String say() {
    String words = words();
    friend.tool("send_message", "room", cli.name(), "body", words).accepted();
    return words;
  }

  /** Says something to the client's agent, connected or not; returns the words. */
  final String sayToAgent() {
    String words = words();
    friend.tool("send_message", "to", cli.name(), "content", words).accepted();
    return words;
  }

  private String words() {
    said++;
    return "message %d for %s".formatted(said, cli.name());
  }

  @Test
  void turn_callsJoinRoom(Cells cells) {
    int before = cli.model().count();
    String printed = cli.home().run(cli.turn(joinRoom()));
    List<ModelRequest> turn = cli.model().requestsFrom(before);
    assertThat(turn).as(printed).hasSizeGreaterThanOrEqualTo(2);
    ModelRequest last = turn.get(turn.size() - 1);
    String joined = "membersCount";
    assertThat(last.count(joined)).as(last.last()).isPositive();
    cells.proven(cli.title(), Rung.TURN, "", last.part(joined).orElseThrow());
  }

  @Test
  void message_atEachBoundaryOfATurn_isShownOnce(Cells cells) {
    cli.home().run(cli.turn(joinRoom()));
    ModelEndpoint model = cli.model();
    int calls = model.calls();
    Hold first = model.holdNext();
    String before = sayToAgent();
    try (Running turn = cli.home().start(cli.turn("CALL list_rooms {} ENDCALL"))) {
      shown(cells, Rung.PROMPT, first.request(), before);
      if (!cli.missing().containsKey(Rung.SESSION_START)) {
        shown(cells, Rung.SESSION_START, first.request(), INTRODUCTION + cli.name());
      }
      Hold second = model.holdNext();
      String during = sayToAgent();
      first.release();
      ModelRequest tools = second.request();
      assertThat(model.calls()).as("a tool was called").isEqualTo(calls + 1);
      shown(cells, Rung.TOOLS, tools, during);
      Hold third = model.holdNext();
      String late = sayToAgent();
      second.release();
      ModelRequest end = third.request();
      assertThat(model.calls()).as("the turn had ended").isEqualTo(calls + 1);
      shown(cells, Rung.TURN_END, end, late);
      third.release();
      Ended ended = turn.ended();
      assertThat(ended.exitCode()).as(ended.printed()).isZero();
      shownOnce(before, during, late);
      assertThat(tools.part(UNREAD)).as(tools.last()).isPresent();
      cells.proven(cli.title(), Rung.COUNT, "", tools.part(UNREAD).orElseThrow());
    }
  }

  @Test
  void waitForMessages_isEndedByOne(Cells cells) {
    int before = cli.model().count();
    try (Running turn =
        cli.home().start(cli.turn("CALL wait_for_messages {\"block_ms\":30000} ENDCALL"))) {
      eventually(
          "the model was asked",
          () -> {
            assertThat(turn.isAlive() ? "" : turn.ended().toString()).isEmpty();
            return cli.model().count() > before;
          });
      eventually("it has called the tool", cli.model()::isAtRest);
      String words = sayToAgent();
      ModelRequest request = cli.model().awaitHolding(words);
      String part = request.part(words).orElseThrow();
      assertThat(part).as("a tool's result").contains("direct\\\":[");
      cells.proven(cli.title(), Rung.WAIT, "", part);
      assertThat(turn.ended().exitCode()).isZero();
      shownOnce(words);
    }
  }

  /**
   * Wakes an idle session by one message, then by three at once, then meets it at work.
   *
   * @param rung the way it is woken
   */
  final void idleSession_isWokenOnce_andBusyOneIsNot(Terminal terminal, Rung rung, Cells cells) {
    ModelEndpoint model = cli.model();
    type(terminal, joinRoom());
    model.awaitHolding("membersCount");
    awaitQuiet();
    int wakes = wakes();
    long sent = System.nanoTime();
    String words = say();
    ModelRequest woken = model.awaitHolding(words);
    long millis = (woken.nanos() - sent) / 1_000_000;
    awaitQuiet();
    assertThat(wakes()).isEqualTo(wakes + 1);
    shownOnce(words);
    cells.proven(cli.title(), rung, millis + " ms", woken.part(words).orElseThrow());

    List<String> three = List.of(say(), say(), say());
    three.forEach(model::awaitHolding);
    awaitQuiet();
    assertThat(wakes()).isEqualTo(wakes + 2);
    three.forEach(this::shownOnce);
    cells.proven(cli.title(), Rung.COHORT, "", latest().part(three.get(2)).orElseThrow());

    Hold hold = model.holdNext();
    type(terminal, "CALL list_rooms {} ENDCALL");
    hold.request();
    int asked = model.count();
    String busy = say();
    throughout("no wake of a busy session", QUIET, () -> model.count() == asked);
    hold.release();
    ModelRequest next = model.awaitHolding(busy);
    assertThat(next).isEqualTo(model.requestsFrom(asked).get(0));
    awaitQuiet();
    assertThat(wakes()).isEqualTo(wakes + 2);
    shownOnce(busy);
    cells.proven(cli.title(), Rung.BUSY, "", next.part(busy).orElseThrow());
  }

  /** Types a prompt, which begins a turn. */
  final void type(Terminal terminal, String prompt) {
    int before = cli.model().count();
    terminal.enter(prompt, () -> cli.model().count() > before);
  }

  /** Waits until the client has asked its model nothing for a while. */
  final void awaitQuiet() {
    ModelEndpoint model = cli.model();
    long[] changed = {System.nanoTime(), model.count()};
    eventually(
        "the client is idle",
        Duration.ofSeconds(30),
        () -> {
          if (model.count() != changed[1] || !model.isAtRest()) {
            changed[0] = System.nanoTime();
            changed[1] = model.count();
          }
          return System.nanoTime() - changed[0] > QUIET.toNanos();
        });
  }

  /** Fails where the latest request does not hold each of {@code words} exactly once. */
  final void shownOnce(String... words) {
    for (String each : words) {
      assertThat(latest().count(each)).as("times the model is shown '%s'", each).isEqualTo(1);
    }
  }

  private ModelRequest latest() {
    List<ModelRequest> all = cli.model().requestsFrom(0);
    return all.get(all.size() - 1);
  }

  private int wakes() {
    return latest().count(cli.wakeMark());
  }

  private void shown(Cells cells, Rung rung, ModelRequest request, String words) {
    assertThat(request.count(words)).as("%s: %s", rung.title(), request.last()).isEqualTo(1);
    cells.proven(cli.title(), rung, "", request.part(words).orElseThrow());
  }

  private String joinRoom() {
    return "CALL join_room {\"room\":\"%s\",\"nickname\":\"%s\"} ENDCALL"
        .formatted(cli.name(), cli.name());
  }
}

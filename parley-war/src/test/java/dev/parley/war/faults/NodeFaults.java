package dev.parley.war.faults;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.war.nodes.Heard;
import dev.parley.war.nodes.Meanwhile;
import dev.parley.war.nodes.Outcome;
import dev.parley.war.nodes.Roamer;
import dev.parley.war.nodes.Talk;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.ToolAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * Two nodes over one PostgreSQL are one place while things fail below and beside them: what was
 * acknowledged is given to every agent once, in one order, and each log says what happened.
 *
 * <p>The system properties {@code parley.faults.messages}, {@code parley.faults.pause} (seconds)
 * and {@code parley.faults.rounds} make it longer.
 *
 * <p>What carries the topics has a subclass each, so that they run side by side.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NodeFaults {
  private static final int MESSAGES = Integer.getInteger("parley.faults.messages", 200);
  private static final int AGENTS = 20;
  private static final Duration PAUSE =
      Duration.ofSeconds(Integer.getInteger("parley.faults.pause", 4));
  private static final int ROUNDS = Integer.getInteger("parley.faults.rounds", 2);

  private static final String AWAY =
      "WARNING: (Database unreachable|(The NATS server|Redis at \\S+) is away).*";
  private static final String BACK =
      "INFO: (Database reachable|The NATS server is back|Redis at \\S+ is back).*";

  private final Carrier carrier;
  private Optional<TwoNodes> opened = Optional.empty();

  NodeFaults(Carrier carrier) {
    this.carrier = carrier;
  }

  @BeforeAll
  void start() {
    opened = Optional.of(new TwoNodes(carrier));
  }

  @AfterAll
  void end() {
    opened.ifPresent(TwoNodes::close);
  }

  private TwoNodes nodes() {
    return opened.orElseThrow();
  }

  @Test
  final void nothingFails() throws Exception {
    SaidByNodes said = talk("none", () -> {});
    assertThat(said.first()).isEmpty();
    assertThat(said.second()).isEmpty();
  }

  @Test
  final void aNodeIsKilled_andStartsAgain() throws Exception {
    RawMcp seated = nodes().first().stranger().begin();
    seated.tool("join_room", "room", "lobby").accepted();
    SaidByNodes said =
        talk(
            "kill -9 of a node",
            () -> {
              nodes().first().kill9();
              nodes().first().startAgain();
            });
    assertThat(said.first())
        .anyMatch(
            line ->
                line.startsWith("WARNING: The previous run of this node did not end in order; "));
    assertThat(said.second()).isEmpty();
  }

  @Test
  final void whatCarriesTheTopicsIsRestarted() throws Exception {
    SaidByNodes said =
        talk(
            "what carries topics is restarted",
            () -> {
              SaidByNodes since = new SaidByNodes(nodes());
              nodes().stopCarrier();
              eventually("both say that it is away", () -> since.bothHave(AWAY));
              nodes().startCarrier();
            });
    eventually("both say that it is back", () -> said.bothHave(BACK));
    said.each(
        lines -> {
          assertThat(lines).filteredOn(line -> line.matches(AWAY)).hasSize(1);
          assertThat(lines).filteredOn(line -> line.matches(BACK)).hasSize(1);
        });
  }

  /** Where a broker carries the topics, talk goes on; who needs the database is refused. */
  @Test
  final void theDatabaseIsRestarted() throws Exception {
    RawMcp first = nodes().first().stranger().begin();
    RawMcp second = nodes().second().stranger().begin();
    SaidByNodes said =
        talk(
            "the database is restarted",
            () -> {
              nodes().database().stopAtOnce();
              for (RawMcp asking : List.of(first, second)) {
                assertThat(asking.tool("list_rooms").code()).isEqualTo("unavailable");
              }
              nodes().database().start();
              for (RawMcp asking : List.of(first, second)) {
                eventually("answered again", () -> !asking.tool("list_rooms").refused());
              }
            });
    eventually("both say that it is back", () -> said.bothHave("INFO: Database reachable.*"));
    said.each(
        lines -> {
          assertThat(lines)
              .filteredOn(line -> line.startsWith("WARNING: Database unreachable"))
              .hasSize(1);
          assertThat(lines)
              .filteredOn(line -> line.equals("INFO: Database reachable again."))
              .hasSize(1);
        });
  }

  @Test
  final void aNodeStandsStill_andGoesOn() throws Exception {
    SaidByNodes said =
        talk(
            "SIGSTOP of a node, " + PAUSE.toSeconds() + " s",
            () -> {
              nodes().second().pause();
              park(PAUSE);
              nodes().second().goOn();
            });
    eventually(
        "it says that it stood still",
        () -> said.second().stream().anyMatch(line -> line.contains("Nothing ran here for ")));
  }

  /** Nobody listens: a stream ends with the process that serves it. */
  @Test
  final void oneNodeAfterTheOtherIsRestarted() throws Exception {
    SaidByNodes said =
        talk(
            "rolling restart",
            talk(),
            () -> {
              nodes().first().sigterm();
              nodes().first().startAgain();
              nodes().second().sigterm();
              nodes().second().startAgain();
            });
    said.each(lines -> assertThat(lines).contains("Parley ends, as it was asked to."));
  }

  @Test
  final void aNodeIsKilledRightAfterAReceipt_theMessageIsThere() {
    String topic = topic();
    List<String> acknowledged = new ArrayList<>();
    long began = System.nanoTime();
    try (Roamer lead = new Roamer("lead", nodes().second(), nodes().first());
        RawMcp listener = listener(topic, lead, acknowledged)) {
      String since = lead.tool("parley_fetch_recent", "topic", topic).get("nextCursor");
      for (int round = 0; round < ROUNDS; round++) {
        RawMcp speaker = nodes().first().stranger().begin();
        String id = "";
        int burst = ThreadLocalRandom.current().nextInt(1, 6);
        for (int i = 0; i < burst; i++) {
          id = speaker.tool("parley_post", "topic", topic, "content", "m").get("backendMsgId");
          acknowledged.add(id);
        }
        nodes().first().kill9();
        nodes().first().startAgain();
        RawMcp reader = nodes().first().stranger().begin();
        ToolAnswer read = reader.tool("parley_fetch_recent", "topic", topic, "since", since);
        since = read.get("nextCursor");
        JsonNode messages = read.fields().get("messages");
        assertThat(messages).hasSize(burst);
        assertThat(messages.get(burst - 1).get("backendMsgId").asString()).isEqualTo(id);
      }
      lead.tool("parley_post", "topic", topic, "content", Heard.LAST);
      Heard heard = Heard.pushed(listener);
      assertThat(heard.ids().subList(0, heard.ids().size() - 1))
          .isEqualTo(acknowledged.subList(1, acknowledged.size()));
    }
    System.out.printf(
        "%-10s | kill -9 right after a receipt: %d rounds, %d acknowledged, each read once after"
            + " the restart and pushed once by the other node | %.1f s%n",
        carrier.name().toLowerCase(Locale.ROOT),
        ROUNDS,
        acknowledged.size(),
        (System.nanoTime() - began) / 1e9);
  }

  private RawMcp listener(String topic, Roamer lead, List<String> acknowledged) {
    acknowledged.add(
        lead.tool("parley_post", "topic", topic, "content", "we begin").get("backendMsgId"));
    return Heard.listener(nodes().second(), "listener", topic);
  }

  private SaidByNodes talk(String fault, Meanwhile meanwhile) throws Exception {
    return talk(fault, talk().withListeners(), meanwhile);
  }

  private SaidByNodes talk(String fault, Talk talk, Meanwhile meanwhile) throws Exception {
    SaidByNodes said = new SaidByNodes(nodes());
    Outcome outcome = talk.during(meanwhile);
    System.out.println(outcome.row(carrier.name().toLowerCase(Locale.ROOT), fault));
    said.print();
    outcome.check();
    said.checkPlain();
    return said;
  }

  private Talk talk() {
    return new Talk(nodes().first(), nodes().second(), topic(), AGENTS, MESSAGES);
  }

  private static String topic() {
    return "talk-" + System.nanoTime();
  }

  private static void park(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}

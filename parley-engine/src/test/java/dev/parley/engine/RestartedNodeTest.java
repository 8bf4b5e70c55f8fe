package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.ConnectionFailover;
import dev.parley.agent.ConnectionLocation;
import dev.parley.engine.failover.FailureTimings;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.MessageArrived;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.page.PageSize;
import dev.parley.room.RoomListing.Membership;
import dev.parley.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that was never given a name is started again on its file: its connections go on. */
class RestartedNodeTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName CHAT = RoomName.of("chat");
  private static final SessionId RUN = new SessionId("run");
  private static final Nickname ALLY = Nickname.of("ally");
  private static final Duration GRACE = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofMillis(50);
  private static final FailureTimings QUICK = new FailureTimings(SOON, SOON, SOON, SOON);

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final List<Parley> runs = new ArrayList<>();
  @TempDir private Path folder;
  private Parley killed;
  private Connection alice;
  private Connection bob;

  @BeforeEach
  void meet() {
    killed = start();
    alice = killed.connect(ConnectOptions.of("alice").asVerified());
    bob = killed.connect(ConnectOptions.of("bob"));
    handover(killed).keep(alice, "alice's key", "words", () -> {});
    handover(killed).keep(bob, "bob's key", "words", () -> {});
    alice.rooms().join(PLANNING, ALLY);
    alice.rooms().join(CHAT, ALLY);
    bob.rooms().join(CHAT);
    post(alice, "d1");
  }

  @AfterEach
  void part() {
    runs.forEach(Parley::close);
  }

  @Test
  void connectionInADurableRoom_goesOnWithWhatWasPostedMeanwhile() {
    Queue<String> before = heard(alice);
    post(bob, "d2");
    eventually("alice hears it", () -> before.contains("d2"));
    clock.advance(Duration.ofDays(1)); // however long nobody was here
    Parley again = start();
    post(again.connect(ConnectOptions.of("carol")), "d3");
    post(again.connect(ConnectOptions.of("carol")), "d4");
    Connection there = taken(again, "alice's key");
    assertThat(there.id()).isEqualTo(alice.id());
    assertThat(there.rooms().list().joined())
        .containsExactlyInAnyOrder(new Membership(PLANNING, ALLY), new Membership(CHAT, ALLY));
    Queue<String> after = heard(there);
    eventually("alice hears the rest", () -> after.contains("d4"));
    assertThat(after).containsSubsequence("d3", "d4").doesNotContain("d1");
  }

  /** Carol had chosen her name before the stop, and is let in by a credential after it. */
  @Test
  void whatWasSaidBefore_andAConnectionThatGoesOn_areAsVerifiedAsTheyWere() {
    Connection carol = killed.connect(ConnectOptions.of("carol"));
    post(carol, "c1");
    Session before = carol.sessions().start(RUN);
    SessionMessage chosen = before.messages().send(SessionMessageDraft.broadcast("c"));
    handover(killed).keep(carol, "carol's key", "words", () -> {});
    carol.rooms().join(PLANNING);
    Parley again = start();
    Connection there = taken(again, "alice's key");
    Session session = there.sessions().start(RUN);
    SessionMessage own = session.messages().send(SessionMessageDraft.broadcast("a"));
    assertThat(own.isSenderVerified()).isTrue();
    post(there, "d2");
    post(taken(again, "carol's key"), "c2");
    post(again.connect(ConnectOptions.of("carol").asVerified()), "c3");
    Connection reader = again.connect(ConnectOptions.of("bob"));
    assertThat(reader.topics().fetchRecent(PLANNING, Optional.empty(), 10).messages())
        .extracting(
            stored -> stored.message().text(), stored -> stored.message().sender().isVerified())
        .containsExactly(
            tuple("d1", true),
            tuple("c1", false),
            tuple("d2", true),
            tuple("c2", false),
            tuple("c3", true));
    assertThat(reader.sessions().start(RUN).messages().after(0)).containsExactly(chosen, own);
  }

  @Test
  void connectionInEphemeralRoomsAlone_isForgottenAndItsSeatIsFree() {
    Parley again = start();
    assertThat(handover(again).find("bob's key", false)).isEqualTo(ConnectionLocation.NOT_FOUND);
    Connection carol = again.connect(ConnectOptions.of("carol"));
    assertThat(carol.rooms().join(CHAT).membersCount()).as("alice and carol").isEqualTo(2);
  }

  @Test
  void connectionThatDoesNotComeBackWithinTheGrace_isForgottenAndItsSeatsAreFree() {
    Parley again = start();
    clock.advance(GRACE.plusMillis(1));
    assertThat(handover(again).find("alice's key", false)).isEqualTo(ConnectionLocation.NOT_FOUND);
    Connection carol = again.connect(ConnectOptions.of("carol"));
    eventually("her seat is free", () -> carol.rooms().join(PLANNING).membersCount() == 1);
  }

  @Test
  void connectionThatComesBackAtTheEndOfTheGrace_goesOn() {
    Parley again = start();
    clock.advance(GRACE);
    assertThat(taken(again, "alice's key").id()).isEqualTo(alice.id());
  }

  @Test
  void stopInOrder_keepsConnectionsInDurableRoomsToo() {
    killed.close();
    Parley again = start();
    post(again.connect(ConnectOptions.of("carol")), "d2");
    Queue<String> after = heard(taken(again, "alice's key"));
    eventually("alice hears it", () -> after.contains("d2"));
  }

  @Test
  void wakeBeforeAStop_leavesItsMessageToTheHookAfterIt() {
    CompletableFuture<Boolean> arrival = alice.inbox().awaitArrival(GRACE).toCompletableFuture();
    post(bob, "d2");
    assertThat(arrival.join()).isTrue();
    killed.close();
    Connection there = taken(start(), "alice's key");
    Queue<String> after = new ConcurrentLinkedQueue<>();
    eventually(
        "the hook gets it",
        () -> {
          there
              .inbox()
              .takeForHook(PageSize.of(10))
              .toCompletableFuture()
              .join()
              .messages()
              .stream()
              .map(Message::text)
              .forEach(after::add);
          return !after.isEmpty();
        });
    assertThat(after).containsExactly("d2");
  }

  @Test
  void health_ofANodeWithoutAName_tellsOfNoNodes() {
    assertThat(killed.health().nodes()).isEmpty();
  }

  /** H2 lets one process open a file as often as it likes: the run before is as good as killed. */
  private Parley start() {
    Parley run =
        ParleyBuilder.builder()
            .data(folder)
            .clock(clock)
            .grace(GRACE)
            .pace(QUICK)
            .rateLimit(RateLimit.OFF)
            .build();
    runs.add(0, run);
    return run;
  }

  private static ConnectionFailover handover(Parley run) {
    return run.failover().orElseThrow();
  }

  private static Connection taken(Parley by, String key) {
    return handover(by).find(key, false).taken().orElseThrow().connection();
  }

  private static void post(Connection who, String text) {
    who.topics().post(PLANNING, Body.of(text), Optional.empty());
  }

  private static Queue<String> heard(Connection who) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    who.listen(
        event -> {
          if (event instanceof MessageArrived arrived) {
            heard.add(arrived.message().text());
          }
        });
    return heard;
  }
}

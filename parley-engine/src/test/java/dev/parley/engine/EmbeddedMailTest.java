package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.AtOnce;
import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.agent.InboxBatch;
import dev.parley.engine.room.RateLimit;
import dev.parley.event.DirectArrived;
import dev.parley.event.Event;
import dev.parley.event.MessageArrived;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.Recipient;
import dev.parley.message.SessionMessage;
import dev.parley.message.SessionMessageDraft;
import dev.parley.message.Unread;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said in sessions comes to those it is for, and what waits for an agent is counted. */
class EmbeddedMailTest {
  private static final SessionId RUN = new SessionId("run");
  private static final RoomName DESK = RoomName.of("desk");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final int SENDERS = 4;
  private static final int EACH = 50;

  private final HikariDataSource source = Databases.inMemory();
  private final Parley parley = node("one");

  private Parley node(String name) {
    return ParleyBuilder.builder().database(source).node(name).rateLimit(RateLimit.OFF).build();
  }

  @AfterEach
  void close() {
    parley.close();
    source.close();
  }

  @Test
  void direct_isPushedToItsAgentAlone_andABroadcastToAllOthersOfTheSession() {
    Connection alice = connect(parley, "alice");
    Queue<String> byAlice = heard(alice);
    Queue<String> byBob = heard(connect(parley, "bob"));
    Queue<String> byCarol = heard(connect(parley, "carol"));
    Queue<String> elsewhere =
        heard(parley.connect(ConnectOptions.of("dave").during(new SessionId("other"))));
    say(alice, Optional.of("bob"), "for bob");
    say(alice, Optional.empty(), "for all");
    say(alice, Optional.of("alice"), "for herself");
    say(alice, Optional.of("dave"), "for dave");
    eventually("carol hears what is for all", () -> !byCarol.isEmpty());
    eventually("bob hears both", () -> byBob.size() == 2);
    eventually("dave hears his", () -> !elsewhere.isEmpty());
    assertThat(byBob).containsExactly("for bob", "for all");
    assertThat(byCarol).containsExactly("for all");
    assertThat(elsewhere).containsExactly("for dave");
    assertThat(byAlice).isEmpty();
  }

  @Test
  void direct_toAConnectionWithoutSessionMessages_isNeitherDeliveredNorCounted() {
    Connection alice = connect(parley, "alice");
    say(alice, Optional.of("mute"), "before");
    Connection mute = withoutSessionMessages("mute");
    Connection part = mute.as(new AgentId("mute.part"));
    mute.rooms().join(DESK);
    alice.rooms().join(DESK);
    say(alice, Optional.of("mute"), "for mute");
    say(alice, Optional.of("mute.part"), "for a part of mute");
    say(alice, Optional.empty(), "for all");
    alice.rooms().send(DESK, Body.of("in the room"));
    InboxBatch arrivals = wait(mute, LONG);
    assertThat(arrivals.direct()).isEmpty();
    assertThat(arrivals.messages()).extracting(Message::text).containsExactly("in the room");
    assertThat(wait(part, Duration.ZERO).direct()).isEmpty();
    assertThat(mute.unread().direct()).isZero();
    assertThat(part.unread().direct()).isZero();
  }

  @Test
  void direct_toAConnectionWithoutSessionMessages_isNotPushed() {
    Connection alice = connect(parley, "alice");
    Connection mute = withoutSessionMessages("mute");
    Queue<Event> pushed = new ConcurrentLinkedQueue<>();
    mute.listen(pushed::add);
    mute.rooms().join(DESK);
    alice.rooms().join(DESK);
    say(alice, Optional.of("mute"), "for mute");
    say(alice, Optional.empty(), "for all");
    alice.rooms().send(DESK, Body.of("in the room"));
    eventually("what is said in the room is pushed", () -> !pushed.isEmpty());
    assertThat(pushed).singleElement().isInstanceOf(MessageArrived.class);
  }

  private Connection withoutSessionMessages(String agent) {
    return parley.connect(ConnectOptions.of(agent).withoutSessionMessages());
  }

  @Test
  void direct_byManyAtOnce_comesInTheOrderOfTheSession() throws Exception {
    Connection bob = connect(parley, "bob");
    Queue<String> heard = heard(bob);
    AtOnce.run(
        SENDERS,
        sender -> {
          Connection connection = connect(parley, "sender" + sender);
          for (int i = 0; i < EACH; i++) {
            say(connection, Optional.of("bob"), sender + ":" + i);
          }
          return sender;
        });
    eventually("all are heard", () -> heard.size() == SENDERS * EACH);
    assertThat(heard)
        .containsExactlyElementsOf(
            bob.sessions().current().messages().after(0).stream()
                .map(message -> message.draft().content())
                .toList());
  }

  @Test
  void waiting_isAnsweredByWhatIsSaidDirectly() {
    Connection alice = connect(parley, "alice");
    Connection bob = connect(parley, "bob");
    assertThat(wait(bob, Duration.ZERO).direct()).isEmpty();
    var answer = bob.inbox().await(OptionalLong.empty(), 10, LONG).toCompletableFuture();
    say(alice, Optional.of("bob"), "hello");
    InboxBatch arrivals = answer.join();
    assertThat(arrivals.messages()).isEmpty();
    assertThat(arrivals.direct())
        .extracting(message -> message.draft().content())
        .containsExactly("hello");
    InboxBatch again = bob.inbox().await(OptionalLong.of(0), 10, LONG).toCompletableFuture().join();
    assertThat(again.direct()).isEqualTo(arrivals.direct());
  }

  @Test
  void unread_countsWhatNoAnswerHad_alsoFromBeforeItConnected() {
    Connection alice = connect(parley, "alice");
    say(alice, Optional.of("bob"), "while away");
    say(alice, Optional.empty(), "to all: not counted");
    Connection bob = connect(parley, "bob");
    eventually("the one before is counted", () -> bob.unread().direct() == 1);
    long second = say(alice, Optional.of("bob"), "while here").seq();
    eventually("both are counted", () -> bob.unread().direct() == 2);
    assertThat(connect(parley, "carol").unread().isNone()).isTrue();
    assertThat(bob.sessions().current().messages().after(second - 1)).hasSize(1);
    assertThat(bob.unread().isNone()).isTrue();
    say(alice, Optional.of("bob"), "third");
    eventually("the third is counted", () -> bob.unread().direct() == 1);
    Connection again = connect(parley, "bob");
    eventually("of what was read nothing is", () -> again.unread().direct() == 1);
    assertThat(wait(again, Duration.ZERO).direct())
        .extracting(message -> message.draft().content())
        .containsExactly("third");
  }

  @Test
  void waiting_forSoMuch_isAnsweredInPiecesInTheOrderOfTheSession() {
    Connection alice = connect(parley, "alice");
    for (int i = 0; i < 7; i++) {
      say(alice, Optional.of("bob"), "m" + i);
    }
    Connection bob = connect(parley, "bob");
    eventually("all are counted", () -> bob.unread().direct() == 7);
    PageSize<Event> two = new PageSize<>(1_000, 4, EmbeddedMailTest::length);
    List<String> heard = new ArrayList<>(said(wait(bob, two)));
    assertThat(heard).containsExactly("m0", "m1");
    assertThat(bob.unread().direct()).as("the rest was not handed over").isEqualTo(5);
    say(alice, Optional.of("bob"), "m7");
    for (int call = 0; call < 3; call++) {
      heard.addAll(said(wait(bob, two)));
    }
    assertThat(heard).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7");
    assertThat(wait(bob, Duration.ZERO).direct()).isEmpty();
    say(alice, Optional.of("bob"), "live");
    assertThat(said(wait(bob, two))).containsExactly("live");
  }

  @Test
  void waiting_forSoMuch_isAnsweredWithALongMessageAlone() {
    Connection alice = connect(parley, "alice");
    for (String text : List.of("short", "x".repeat(50), "last")) {
      say(alice, Optional.of("bob"), text);
    }
    Connection bob = connect(parley, "bob");
    PageSize<Event> size = new PageSize<>(1_000, 20, EmbeddedMailTest::length);
    assertThat(said(wait(bob, size))).containsExactly("short");
    assertThat(said(wait(bob, size))).containsExactly("x".repeat(50));
    assertThat(said(wait(bob, size))).containsExactly("last");
  }

  private static long length(Event event) {
    return event instanceof DirectArrived said ? said.message().draft().content().length() : 0;
  }

  private static InboxBatch wait(Connection connection, PageSize<Event> size) {
    return connection.inbox().await(OptionalLong.empty(), size, LONG).toCompletableFuture().join();
  }

  private static List<String> said(InboxBatch arrivals) {
    return arrivals.direct().stream().map(message -> message.draft().content()).toList();
  }

  @Test
  void unread_countsMentionsUntilTheyWereTheAnswerToACall() {
    Connection alice = connect(parley, "alice");
    Connection bob = connect(parley, "bob");
    alice.rooms().join(DESK, Nickname.of("ally"));
    bob.rooms().join(DESK, Nickname.of("bobby"));
    for (String text :
        List.of("nobody", "@bob!", "hey @bobby, @bob", "@bobby?", "a@bob.org", "@carol")) {
      alice.rooms().send(DESK, Body.of(text));
    }
    bob.rooms().send(DESK, Body.of("@bob is me"));
    assertThat(bob.unread()).isEqualTo(new Unread(0, 3));
    assertThat(alice.unread().isNone()).isTrue();
    assertThat(wait(bob, LONG).messages()).hasSize(6);
    assertThat(bob.unread().isNone()).isTrue();
    alice.topics().post(DESK, Body.of("@bob, kept"), Optional.empty());
    assertThat(bob.unread()).isEqualTo(new Unread(0, 1));
    bob.topics().fetchRecent(DESK, Optional.empty(), 10);
    assertThat(bob.unread().isNone()).isTrue();
  }

  @Test
  void whoListens_hasNothingUnreadOfWhatItWasTold() {
    Connection alice = connect(parley, "alice");
    Connection bob = connect(parley, "bob");
    alice.rooms().join(DESK, Nickname.of("alice"));
    bob.rooms().join(DESK, Nickname.of("bob"));
    Queue<Event> heard = new ConcurrentLinkedQueue<>();
    bob.listen(heard::add);
    alice.rooms().send(DESK, Body.of("@bob"));
    say(alice, Optional.of("bob"), "hello");
    eventually("both are heard", () -> heard.size() == 2);
    assertThat(bob.unread().isNone()).isTrue();
  }

  @Test
  void direct_fromAnotherNode_comesToo() {
    try (Parley other = node("two")) {
      Connection bob = connect(parley, "bob");
      Connection alice = connect(other, "alice");
      Queue<String> heard = heard(bob);
      say(alice, Optional.of("bob"), "from afar");
      eventually("it is heard or counted", () -> !heard.isEmpty());
      say(alice, Optional.empty(), "for all");
      eventually("the next too", () -> heard.size() == 2);
      assertThat(heard).containsExactly("from afar", "for all");
    }
  }

  @Test
  void waiting_isAnsweredByWhatIsSaidInASession_thatAnotherNodeStartedMeanwhile() {
    try (Parley other = node("two")) {
      Connection bob = parley.connect(ConnectOptions.of("bob"));
      assertThat(wait(bob, Duration.ZERO).direct()).isEmpty();
      var answer = bob.inbox().await(OptionalLong.empty(), 10, LONG).toCompletableFuture();
      Connection alice = other.connect(ConnectOptions.of("alice"));
      assertThat(alice.sessions().start(new SessionId("later")).id().value()).isEqualTo("later");
      say(alice, Optional.of("bob"), "from afar");
      assertThat(said(answer.join())).containsExactly("from afar");
    }
  }

  @Test
  void status_ofADirectMessage_isWhatItWas_onceItsAgentHasComeBack() {
    Connection alice = connect(parley, "alice");
    Connection bob = connect(parley, "bob");
    long seen = say(alice, Optional.of("bob"), "before").seq();
    assertThat(said(wait(bob, LONG))).containsExactly("before");
    assertThat(wait(bob, Duration.ZERO).isEmpty()).isTrue();
    bob.close();
    say(alice, Optional.of("carol"), "for carol");
    long away = say(alice, Optional.of("bob"), "while away").seq();
    assertThat(isSeen(alice, seen)).isTrue();
    assertThat(isSeen(alice, away)).isFalse();
    Connection back = connect(parley, "bob");
    assertThat(said(wait(back, LONG))).containsExactly("while away");
    assertThat(isSeen(alice, away)).isFalse();
    assertThat(wait(back, Duration.ZERO).isEmpty()).isTrue();
    assertThat(isSeen(alice, away)).isTrue();
    assertThat(isSeen(alice, seen)).isTrue();
  }

  private static boolean isSeen(Connection sender, long seq) {
    return sender.sessions().current().messages().status(seq).recipients().stream()
        .allMatch(Recipient::seen);
  }

  private static Connection connect(Parley parley, String agent) {
    Connection connection = parley.connect(ConnectOptions.of(agent).during(RUN));
    connection.sessions().current();
    return connection;
  }

  private static Queue<String> heard(Connection connection) {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    connection.listen(event -> heard.add(((DirectArrived) event).message().draft().content()));
    return heard;
  }

  private static InboxBatch wait(Connection connection, Duration patience) {
    return connection
        .inbox()
        .await(OptionalLong.empty(), 100, patience)
        .toCompletableFuture()
        .join();
  }

  private static SessionMessage say(Connection connection, Optional<String> to, String text) {
    return connection
        .sessions()
        .current()
        .messages()
        .send(
            new SessionMessageDraft(
                to.map(AgentId::new), text, Optional.empty(), Map.of(), Optional.empty()));
  }
}

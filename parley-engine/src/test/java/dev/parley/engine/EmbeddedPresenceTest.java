package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.WorkspaceId;
import dev.parley.agent.Connection;
import dev.parley.agent.Introduction;
import dev.parley.engine.backend.Retention;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.presence.Cable;
import dev.parley.engine.room.RoomRows;
import dev.parley.event.Event;
import dev.parley.message.Body;
import dev.parley.message.TopicName;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.Code;
import dev.parley.room.RoomName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Page;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is there, as agents see it on two nodes that share a store for presence alone. */
class EmbeddedPresenceTest {
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final RoomName PRESENCE = RoomName.of("presence");
  private static final TopicName TOPIC = TopicName.presence(WorkspaceId.DEFAULT);
  private static final Duration TTL = Duration.ofSeconds(90);

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final MessageBackend store = Cable.store(clock, 1_000);
  private final Cable cable = new Cable(store);
  private final Parley here = Engine.builder().inMemory().clock(clock).presenceOver(store).build();
  private final Parley there = Engine.builder().inMemory().clock(clock).presenceOver(cable).build();
  private final Connection alice = here.connect(Introduction.of("alice"));

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @Test
  void agentThatIsIdle_isListedOnEveryNode() {
    Connection bob = there.connect(Introduction.of("bob"));
    eventuallySees(alice, "bob online []");
    eventuallySees(bob, "alice online []");
    assertThat(users(bob)).containsExactly("alice online []", "bob online []");
  }

  @Test
  void agentOfTheOnlyNode_isListed() {
    try (Parley alone = Engine.builder().inMemory().build()) {
      Connection bob = alone.connect(Introduction.of("bob"));
      Connection carol = alone.connect(Introduction.of("carol"));
      assertThat(users(bob)).containsExactlyInAnyOrder("bob online []", "carol online []");
      carol.close();
      assertThat(users(bob)).containsExactlyInAnyOrder("bob online []", "carol offline []");
    }
  }

  @Test
  void agentThatCloses_isGoneAtOnceAndWasWhereItWas() {
    Connection bob = there.connect(Introduction.of("bob"));
    bob.rooms().join(PLANNING);
    eventuallySees(alice, "bob online [planning]");
    bob.close();
    eventuallySees(alice, "bob offline [planning]");
    assertThat(alice.presence().roster(RosterQuery.ALL.online()).users()).hasSize(1);
    assertThat(refusedCode(() -> users(bob))).isEqualTo(Code.CONNECTION_CLOSED);
  }

  @Test
  void agentWhoseNodeCloses_isGoneAtOnce() {
    Connection bob = there.connect(Introduction.of("bob"));
    eventuallySees(alice, "bob online []");
    there.close();
    assertThat(users(alice)).containsExactly("alice online []", "bob offline []");
    assertThat(refusedCode(() -> users(bob))).isEqualTo(Code.UNAVAILABLE);
  }

  @Test
  void agentWhoseNodeVanished_isGoneAfterTheTtl() {
    there.connect(Introduction.of("bob"));
    eventuallySees(alice, "bob online []");
    cable.pull();
    there.close();
    clock.advance(TTL.minusMillis(1));
    assertThat(users(alice)).contains("bob online []");
    clock.advance(Duration.ofMillis(1));
    assertThat(users(alice)).containsExactly("alice online []", "bob offline []");
  }

  @Test
  void agentOnBothNodes_isListedOnceWhileOneConnectionIsOpen() {
    Connection first = there.connect(Introduction.of("bob"));
    Connection second = here.connect(Introduction.of("bob"));
    first.rooms().join(PLANNING);
    second.rooms().join(RoomName.of("review"));
    eventuallySees(alice, "bob online [planning, review]");
    assertThat(users(alice)).hasSize(2);
    first.close();
    eventually("the goodbye is out", () -> said().contains("goodbye"));
    assertThat(users(alice)).containsOnlyOnce("bob online [review]");
    second.close();
    assertThat(users(alice)).containsOnlyOnce("bob offline [review]");
  }

  @Test
  void rooms_ofAnAgentOfThisNode_areThoseOfNow() {
    Connection bob = here.connect(Introduction.of("bob"));
    bob.rooms().join(PLANNING);
    assertThat(users(alice)).contains("bob online [planning]");
    bob.rooms().leave(PLANNING);
    assertThat(users(alice)).contains("bob online []");
  }

  @Test
  void agentOfAnotherWorkspace_isNotListed() {
    here.connect(Introduction.of("bob").in(new WorkspaceId("elsewhere")));
    assertThat(users(alice)).containsExactly("alice online []");
  }

  @Test
  void presence_showsInNoRoomNoHistoryAndNoPush() {
    Connection bob = there.connect(Introduction.of("bob"));
    Queue<Event> heard = new ConcurrentLinkedQueue<>();
    alice.listen(heard::add);
    eventuallySees(alice, "bob online []");
    assertThat(alice.rooms().list().available()).isEmpty();
    alice.rooms().join(PRESENCE);
    there.connect(Introduction.of("carol"));
    bob.close();
    eventuallySees(alice, "carol online []");
    eventuallySees(alice, "bob offline []");
    assertThat(alice.bus().fetchRecent(PRESENCE, Optional.empty(), 10).messages()).isEmpty();
    here.connect(Introduction.of("dave")).bus().post(PRESENCE, Body.of("hi"), Optional.empty());
    eventually("alice hears dave", () -> !heard.isEmpty());
    assertThat(heard).hasSize(1);
    assertThat(said()).doesNotContain("hi");
  }

  @Test
  void node_beatsByItself() {
    MessageBackend shared = Cable.store(InstantSource.system(), 1_000);
    Cable pulled = new Cable(shared);
    try (Parley one = beating(shared);
        Parley other = beating(pulled)) {
      Connection carol = one.connect(Introduction.of("carol"));
      other.connect(Introduction.of("bob"));
      eventually("ten messages", () -> messages(shared).messages().size() >= 10);
      eventuallySees(carol, "bob online []");
      pulled.pull();
      eventuallySees(carol, "bob offline []");
      assertThat(users(carol)).contains("carol online []");
    }
  }

  @Test
  void presence_onRows_isKnownAfterARestartAndCountsForItself() {
    try (var source = Store.H2.newDatabase();
        Database database = Store.H2.database(source, Engine.ENTITIES)) {
      try (Parley before = Store.H2.over(source).build()) {
        Connection bob = before.connect(Introduction.of("bob"));
        bob.rooms().join(PRESENCE);
        bob.rooms().send(PRESENCE, Body.of("a room may have its name"));
      }
      RoomRows rows = new RoomRows(database.transactions(), "presence", clock);
      MessageBackend carrier =
          new JpaBackend(
              database.transactions(),
              clock,
              rows::highWater,
              Duration.ofMillis(20),
              Retention.EVERYTHING);
      carrier.connect();
      try (Parley first = onRows(source, carrier)) {
        Connection bob = first.connect(Introduction.of("bob"));
        bob.rooms().join(PRESENCE);
        assertThat(users(bob)).containsExactly("bob online [presence]");
      }
      try (Parley second = onRows(source, carrier)) {
        Connection carol = second.connect(Introduction.of("carol"));
        assertThat(users(carol)).containsExactly("bob offline [presence]", "carol online []");
      }
      assertThat(messages(carrier).messages().get(0).message().seq()).isOne();
      carrier.disconnect();
    }
  }

  private Parley onRows(DataSource source, MessageBackend carrier) {
    return Store.H2.over(source).clock(clock).presenceOver(carrier).build();
  }

  private static Parley beating(MessageBackend carrier) {
    return Engine.builder()
        .inMemory()
        .presence(Duration.ofMillis(100), Duration.ofSeconds(1))
        .presenceOver(carrier)
        .build();
  }

  private String said() {
    StringBuilder said = new StringBuilder();
    messages(store).messages().forEach(stored -> said.append(stored.message().text()));
    return said.toString();
  }

  private static Page messages(MessageBackend carrier) {
    return carrier.fetchAfter(TOPIC, Optional.empty(), 1_000);
  }

  private static void eventuallySees(Connection who, String line) {
    eventually(who.agent() + " sees: " + line, () -> users(who).contains(line));
  }

  private static List<String> users(Connection who) {
    return who.presence().roster(RosterQuery.ALL).users().stream()
        .map(user -> user.handle() + (user.online() ? " online " : " offline ") + user.topics())
        .toList();
  }
}

package dev.parley.engine;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.backend.jpa.JpaBackend;
import dev.parley.engine.persistence.Database;
import dev.parley.engine.presence.Cable;
import dev.parley.engine.room.RoomRows;
import dev.parley.event.Event;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.MessagePage;
import dev.parley.message.TopicName;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Retention;
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
  private final Parley here =
      ParleyBuilder.builder().inMemory().clock(clock).presenceBackend(store).build();
  private final Parley there =
      ParleyBuilder.builder().inMemory().clock(clock).presenceBackend(cable).build();
  private final Connection alice = here.connect(ConnectOptions.of("alice"));

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  @Test
  void agentThatIsIdle_isListedOnEveryNode() {
    Connection bob = there.connect(ConnectOptions.of("bob"));
    eventuallySees(alice, "bob online []");
    eventuallySees(bob, "alice online []");
    assertThat(users(bob)).containsExactly("alice online []", "bob online []");
  }

  @Test
  void agentOfTheOnlyNode_isListed() {
    try (Parley alone = ParleyBuilder.builder().inMemory().build()) {
      Connection bob = alone.connect(ConnectOptions.of("bob"));
      Connection carol = alone.connect(ConnectOptions.of("carol"));
      assertThat(users(bob)).containsExactlyInAnyOrder("bob online []", "carol online []");
      carol.close();
      assertThat(users(bob)).containsExactlyInAnyOrder("bob online []", "carol offline []");
    }
  }

  @Test
  void agentThatCloses_isGoneAtOnceAndWasWhereItWas() {
    Connection bob = there.connect(ConnectOptions.of("bob"));
    bob.rooms().join(PLANNING);
    eventuallySees(alice, "bob online [planning]");
    bob.close();
    eventuallySees(alice, "bob offline [planning]");
    assertThat(alice.presence().roster(RosterQuery.ALL.online()).users()).hasSize(1);
    assertThat(refusedCode(() -> users(bob))).isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  @Test
  void agentWhoseNodeCloses_isGoneAtOnce() {
    Connection bob = there.connect(ConnectOptions.of("bob"));
    eventuallySees(alice, "bob online []");
    there.close();
    assertThat(users(alice)).containsExactly("alice online []", "bob offline []");
    assertThat(refusedCode(() -> users(bob))).isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  void agentWhoseNodeVanished_isGoneAfterTheTtl() {
    there.connect(ConnectOptions.of("bob"));
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
    Connection first = there.connect(ConnectOptions.of("bob"));
    Connection second = here.connect(ConnectOptions.of("bob"));
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
    Connection bob = here.connect(ConnectOptions.of("bob"));
    bob.rooms().join(PLANNING);
    assertThat(users(alice)).contains("bob online [planning]");
    bob.rooms().leave(PLANNING);
    assertThat(users(alice)).contains("bob online []");
  }

  @Test
  void agentOfAnotherWorkspace_isNotListed() {
    here.connect(ConnectOptions.of("bob").in(new WorkspaceId("elsewhere")));
    assertThat(users(alice)).containsExactly("alice online []");
  }

  @Test
  void presence_showsInNoRoomNoHistoryAndNoPush() {
    Connection bob = there.connect(ConnectOptions.of("bob"));
    Queue<Event> heard = new ConcurrentLinkedQueue<>();
    alice.listen(heard::add);
    eventuallySees(alice, "bob online []");
    assertThat(alice.rooms().list().available()).isEmpty();
    alice.rooms().join(PRESENCE);
    there.connect(ConnectOptions.of("carol"));
    bob.close();
    eventuallySees(alice, "carol online []");
    eventuallySees(alice, "bob offline []");
    assertThat(alice.topics().fetchRecent(PRESENCE, Optional.empty(), 10).messages()).isEmpty();
    here.connect(ConnectOptions.of("dave"))
        .topics()
        .post(PRESENCE, Body.of("hi"), Optional.empty());
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
      Connection carol = one.connect(ConnectOptions.of("carol"));
      other.connect(ConnectOptions.of("bob"));
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
        Database database = Store.H2.database(source, Entities.ALL)) {
      try (Parley before = Store.H2.over(source).build()) {
        Connection bob = before.connect(ConnectOptions.of("bob"));
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
        Connection bob = first.connect(ConnectOptions.of("bob"));
        bob.rooms().join(PRESENCE);
        assertThat(users(bob)).containsExactly("bob online [presence]");
      }
      try (Parley second = onRows(source, carrier)) {
        Connection carol = second.connect(ConnectOptions.of("carol"));
        assertThat(users(carol)).containsExactly("bob offline [presence]", "carol online []");
      }
      assertThat(messages(carrier).messages().get(0).message().seq()).isOne();
      carrier.disconnect();
    }
  }

  private Parley onRows(DataSource source, MessageBackend carrier) {
    return Store.H2.over(source).clock(clock).presenceBackend(carrier).build();
  }

  private static Parley beating(MessageBackend carrier) {
    return ParleyBuilder.builder()
        .inMemory()
        .presence(Duration.ofMillis(100), Duration.ofSeconds(1))
        .presenceBackend(carrier)
        .build();
  }

  private String said() {
    StringBuilder said = new StringBuilder();
    messages(store).messages().forEach(stored -> said.append(stored.message().text()));
    return said.toString();
  }

  private static MessagePage messages(MessageBackend carrier) {
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

package dev.parley.engine.presence;

import static dev.parley.Eventually.eventually;
import static dev.parley.problem.Refusals.refusedCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.engine.MovableClock;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.Body;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.Sender;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Presence;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.LifeSigns;
import dev.parley.spi.MessageBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes over one store, on a clock that stands; no heartbeat comes but when it is called. */
class PresenceDirectoryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration TTL = HeartbeatConfig.DEFAULT.ttl();
  private static final RoomName PLANNING = RoomName.of("planning");
  private static final TopicName TOPIC = TopicName.presence(WorkspaceId.DEFAULT);

  private final MovableClock clock = new MovableClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final MessageBackend store = Cable.store(clock, 20_000);
  private final Cable cable = new Cable(store);
  private final Cable otherCable = new Cable(store);
  private final PresenceDirectory node = directory("run-1", cable);
  private final PresenceDirectory other = directory("run-2", otherCable);
  private final Set<RoomName> rooms = ConcurrentHashMap.newKeySet();
  private final Presence watcher = open(other, "watcher", "w1");

  @AfterEach
  void close() {
    cable.letGo();
    node.close(PATIENCE);
    other.close(PATIENCE);
  }

  @Test
  void agentThatIsIdle_isListedOnBothNodes() {
    Presence alice = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    eventually("alice sees the watcher", () -> lines(alice).contains("watcher online []"));
    assertThat(lines(alice)).containsExactly("alice online []", "watcher online []");
  }

  @Test
  void agentThatCloses_isOfflineAtOnceOnBothNodes() {
    rooms.add(PLANNING);
    ConnectedPresence alice = open(node, "alice", "c1");
    eventuallySeen("alice online [planning]");
    alice.close();
    alice.close();
    assertThat(lines(open(node, "bob", "c2"))).contains("alice offline [planning]");
    eventuallySeen("alice offline [planning]");
    assertThat(said()).filteredOn(line -> line.startsWith("goodbye")).hasSize(1);
    assertThat(refusedCode(() -> alice.roster(RosterQuery.ALL)))
        .isEqualTo(ProblemCode.CONNECTION_CLOSED);
  }

  @Test
  void agentOfANodeThatVanished_isOfflineAfterTheTtl() {
    open(node, "alice", "c1");
    eventuallySeen("alice online []");
    clock.advance(TTL.minusMillis(1));
    assertThat(lines(watcher)).contains("alice online []");
    clock.advance(Duration.ofMillis(1));
    assertThat(lines(watcher)).contains("alice offline []", "watcher online []");
  }

  @Test
  void agentWhoseNodeBeats_staysOnlineAndItsRoomsFollow() {
    open(node, "alice", "c1");
    eventuallySeen("alice online []");
    rooms.add(PLANNING);
    clock.advance(TTL.minusMillis(1));
    node.beat().join();
    clock.advance(TTL.minusMillis(1));
    assertThat(lines(watcher)).contains("alice online [planning]");
  }

  @Test
  void roomThatIsJoined_isSeenOnTheSameNodeAtOnce() {
    open(other, "alice", "c1");
    rooms.add(PLANNING);
    assertThat(watcher.roster(RosterQuery.ALL.in(PLANNING).matching("alice")).users()).hasSize(1);
  }

  @Test
  void agentOnBothNodes_isListedOnceAndOnlineWhileOneIsOpen() {
    ConnectedPresence here = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    ConnectedPresence there = open(other, "alice", "c1");
    assertThat(lines(watcher)).containsOnlyOnce("alice online []");
    here.close();
    eventually("the goodbye is out", () -> said().stream().anyMatch(s -> s.startsWith("goodbye")));
    assertThat(lines(watcher)).contains("alice online []");
    there.close();
    assertThat(lines(watcher)).contains("alice offline []");
  }

  @Test
  void goodbye_ofANodeWhoseConnectionWentToAnother_leavesTheAgentOnline() {
    ConnectedPresence before = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    open(other, "alice", "c1");
    eventually("both said hello", () -> said().size() == 3);
    PresenceDirectory third = directory("run-3", new Cable(store));
    Presence carol = open(third, "carol", "c2");
    before.close();
    eventually("the goodbye is out", () -> said().stream().anyMatch(s -> s.startsWith("goodbye")));
    assertThat(lines(carol)).contains("alice online []");
    third.close(PATIENCE);
  }

  @Test
  void heartbeats_ofAllConnections_goOutTogether() {
    for (int i = 0; i < 5_000; i++) {
      open(node, "agent-" + i, "c" + i);
    }
    eventually("all said hello", () -> said().size() == 5_001);
    int before = messages().size();
    node.beat().join();
    assertThat(messages()).hasSizeLessThan(before + 50);
    assertThat(said()).filteredOn(line -> line.startsWith("heartbeat")).hasSize(5_000);
  }

  @Test
  void goodbye_duringAHeartbeat_comesAfterIt() {
    ConnectedPresence alice = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    cable.hold();
    CompletableFuture<Void> beating = node.beat();
    eventually("the heartbeat waits", cable::isWaitedFor);
    alice.close();
    cable.letGo();
    beating.join();
    eventuallySeen("alice offline []");
    assertThat(said())
        .filteredOn(line -> line.contains("alice"))
        .last()
        .asString()
        .startsWith("goodbye");
  }

  @Test
  void close_saysGoodbyeForEverybodyOnce() {
    open(node, "alice", "c1");
    ConnectedPresence bob = open(node, "bob", "c2");
    node.close(PATIENCE);
    node.close(PATIENCE);
    bob.close();
    assertThat(lines(watcher)).contains("alice offline []", "bob offline []");
    assertThat(said()).filteredOn(line -> line.startsWith("goodbye")).hasSize(2);
    assertThat(refusedCode(() -> open(node, "carol", "c3").roster(RosterQuery.ALL)))
        .isEqualTo(ProblemCode.UNAVAILABLE);
  }

  @Test
  @Timeout(10)
  void close_whileTheStoreHangs_endsWhenItsPatienceDoes() {
    cable.hold();
    open(node, "alice", "c1");
    node.close(Duration.ofMillis(50));
    assertThat(lines(watcher)).containsExactly("watcher online []");
  }

  @Test
  void whatIsSaidWhileTheTimeBeforeIsRead_comesAfterIt() {
    ConnectedPresence alice = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    Cable late = new Cable(store);
    late.afterReading(
        () -> {
          late.afterReading(() -> {});
          alice.close();
          eventuallySeen("alice offline []");
        });
    PresenceDirectory third = directory("run-3", late);
    assertThat(lines(open(third, "carol", "c1"))).contains("alice offline []");
    third.close(PATIENCE);
  }

  @Test
  void nodeWhoseStoreIsAway_refusesInsteadOfListingNobody() {
    cable.pull();
    Presence alice = open(node, "alice", "c1");
    assertThat(refusedCode(() -> alice.roster(RosterQuery.ALL))).isEqualTo(ProblemCode.UNAVAILABLE);
    cable.plugIn();
    eventually("alice sees the watcher", () -> lines(alice).contains("watcher online []"));
    cable.pull();
    node.beat().join();
    assertThat(refusedCode(() -> alice.roster(RosterQuery.ALL))).isEqualTo(ProblemCode.UNAVAILABLE);
    cable.plugIn();
    assertThat(lines(alice)).contains("alice online []");
    node.beat().join();
    eventuallySeen("alice online []");
  }

  @Test
  void nodeWhoseStoreIsAway_takesNobodyForGone() {
    ConnectedPresence alice = open(node, "alice", "c1");
    eventually("alice sees the watcher", () -> lines(alice).contains("watcher online []"));
    clock.advance(TTL);
    assertThat(isGone(alice, "watcher", "w1")).isTrue();
    cable.pull();
    node.beat().join();
    assertThat(isGone(alice, "watcher", "w1")).isFalse();
    cable.plugIn();
    eventually("it hears again", () -> isGone(alice, "watcher", "w1"));
  }

  @Test
  void nodeThatHasHeardNothingYet_takesNobodyForGone() {
    CompletableFuture<ConnectedPresence> alice = new CompletableFuture<>();
    CompletableFuture<Boolean> gone = new CompletableFuture<>();
    cable.afterReading(() -> gone.complete(isGone(alice.join(), "watcher", "w1")));
    alice.complete(open(node, "alice", "c1"));
    assertThat(gone.join()).isFalse();
  }

  /** Whether a connection is gone that came in a TTL ago. */
  private boolean isGone(ConnectedPresence asking, String agent, String connection) {
    return asking.isGone(
        new AgentId(agent), new ConnectionId(connection), clock.instant().minus(TTL));
  }

  @Test
  void whatCouldNotBeSaid_isSaidSoonAfterTheStoreIsBack() {
    cable.pull();
    ConnectedPresence alice = open(node, "alice", "c1");
    eventually("that was tried", () -> cable.calls() > 0);
    cable.plugIn();
    eventuallySeen("alice online []");
    cable.pull();
    alice.close();
    node.beat().join();
    cable.plugIn();
    eventuallySeen("alice offline []");
  }

  /** The next heartbeat of the node is too far away for this test to see it. */
  @Test
  void connectionThatWasSilent_isSeenByTheOtherNodeBeforeTheNextHeartbeat() {
    AtomicReference<Duration> silence = new AtomicReference<>(Duration.ZERO);
    ConnectedPresence alice = open(node, "alice", "c1");
    alice.presentBy(reachableAfter(silence::get));
    eventuallySeen("alice online []");
    silence.set(TTL);
    clock.advance(TTL);
    node.beat().join();
    assertThat(lines(watcher)).contains("alice offline []");
    silence.set(Duration.ZERO);
    eventuallySeen("alice online []");
  }

  /** A transport that is open and has seen no sign of life for some time. */
  private static LifeSigns reachableAfter(Supplier<Duration> silence) {
    return new LifeSigns() {
      @Override
      public Duration silence() {
        return silence.get();
      }

      @Override
      public boolean isReachable() {
        return true;
      }
    };
  }

  @Test
  void connectionThatMoves_isSeenInItsRoomsByTheOtherNode() {
    ConnectedPresence alice = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    rooms.add(PLANNING);
    alice.moved();
    eventuallySeen("alice online [planning]");
    alice.close();
    alice.moved();
    eventuallySeen("alice offline [planning]");
    assertThat(said())
        .filteredOn(line -> line.contains(" alice "))
        .last()
        .asString()
        .startsWith("goodbye");
  }

  @Test
  void goodbye_whileTheStoreIsAway_isSaidWithTheNextHeartbeat() {
    ConnectedPresence alice = open(node, "alice", "c1");
    eventuallySeen("alice online []");
    cable.pull();
    alice.close();
    node.beat().join();
    cable.plugIn();
    node.beat().join();
    assertThat(lines(watcher)).contains("alice offline []");
  }

  @Test
  void goodbye_thatIsNoNewsAnyMore_isNotSaid() {
    ConnectedPresence alice = open(node, "alice", "c1");
    ConnectedPresence bob = open(node, "bob", "c2");
    eventuallySeen("bob online []");
    cable.pull();
    bob.close();
    node.beat().join();
    clock.advance(Duration.ofMillis(1));
    alice.close();
    clock.advance(TTL.minusMillis(1));
    node.beat().join();
    cable.plugIn();
    node.beat().join();
    assertThat(said())
        .filteredOn(line -> line.startsWith("goodbye"))
        .singleElement()
        .asString()
        .contains("alice");
  }

  @Test
  void strayText_isPassedOver() {
    post("hello 1 c1 mallory -");
    post("presence 1\nhello x c1 mallory -\nhello " + clock.millis() + " c1 alice -");
    assertThat(lines(watcher)).containsExactlyInAnyOrder("alice online []", "watcher online []");
  }

  @Test
  void node_thatCouldNotReadAllThatWasBefore_saysWhereItsWordEnds() {
    PresenceDirectory full = begunAfter(PresenceSubscription.MAX_HISTORY, "run-3");
    Presence carol = open(full, "carol", "c1");
    assertThat(carol.roster(RosterQuery.ALL).truncated()).isTrue();
    assertThat(carol.roster(RosterQuery.ALL.online()).truncated()).isFalse();
    clock.advance(Duration.ofHours(1));
    Duration hour = Duration.ofHours(1);
    assertThat(carol.roster(RosterQuery.ALL.seenWithin(hour)).truncated()).isFalse();
    assertThat(carol.roster(RosterQuery.ALL.seenWithin(hour.plusMillis(1))).truncated()).isTrue();
    full.close(PATIENCE);
  }

  @Test
  void node_thatReadAllThatWasBefore_leavesNothingOut() {
    PresenceDirectory full = begunAfter(PresenceSubscription.MAX_HISTORY - 1, "run-3");
    assertThat(open(full, "carol", "c1").roster(RosterQuery.ALL).truncated()).isFalse();
    full.close(PATIENCE);
  }

  @Test
  void roster_ofTenThousandBeatsOfOthers_asksTheStoreNothing() {
    postBeats(
        10_000, i -> "hello " + clock.millis() + " c" + i + " agent-" + i + " planning,room-" + i);
    assertThat(watcher.roster(RosterQuery.ALL.atMost(10_000)).truncated()).isTrue();
    int before = otherCable.calls();
    System.out.println("10,000 agents, 1,000 of them listed: " + micros(RosterQuery.ALL));
    System.out.println("  one by name: " + micros(RosterQuery.ALL.matching("*-9999").online()));
    System.out.println("  those in a room: " + micros(RosterQuery.ALL.in(RoomName.of("room-7"))));
    assertThat(otherCable.calls()).isEqualTo(before);
    assertThat(watcher.roster(RosterQuery.ALL.in(RoomName.of("room-7"))).users()).hasSize(1);
  }

  /** The median and the longest of 201 askings, and the first. */
  private String micros(RosterQuery query) {
    long[] nanos = new long[201];
    for (int i = 0; i < nanos.length; i++) {
      long begun = System.nanoTime();
      Roster unused = watcher.roster(query);
      nanos[i] = System.nanoTime() - begun;
    }
    long first = nanos[0];
    Arrays.sort(nanos);
    return "median "
        + nanos[100] / 1_000
        + " us, first "
        + first / 1_000
        + " us, longest "
        + nanos[200] / 1_000
        + " us";
  }

  /** A node that begins after {@code messages} were said in all. */
  private PresenceDirectory begunAfter(int messages, String name) {
    eventually("the watcher said hello", () -> messages().size() == 1);
    postBeats(messages - 1, i -> "heartbeat 1 c1 alice -");
    return directory(name, new Cable(store));
  }

  private void postBeats(int count, IntFunction<String> line) {
    for (int i = 0; i < count; i++) {
      post("presence 1\n" + line.apply(i));
    }
  }

  private void post(String text) {
    Sender sender =
        new Sender(new AgentId("third"), Nickname.of("third"), new ConnectionId("third-node"));
    StoredMessage unused = store.post(MessageDraft.of(TOPIC, sender, Body.of(text)));
  }

  private PresenceDirectory directory(String name, Cable over) {
    HeartbeatConfig timing = new HeartbeatConfig(Duration.ofSeconds(90), TTL);
    return new PresenceDirectory(over, new ConnectionId(name), clock, timing);
  }

  private ConnectedPresence open(PresenceDirectory on, String agent, String connection) {
    return on.open(
        WorkspaceId.DEFAULT,
        new ConnectionId(connection),
        new AgentId(agent),
        agent.equals("watcher") ? Set::of : () -> Set.copyOf(rooms));
  }

  private void eventuallySeen(String line) {
    eventually("the watcher sees: " + line, () -> lines(watcher).contains(line));
  }

  private static List<String> lines(Presence presence) {
    return presence.roster(RosterQuery.ALL).users().stream()
        .map(PresenceDirectoryTest::line)
        .toList();
  }

  private static String line(AgentStatus user) {
    return user.handle() + (user.online() ? " online " : " offline ") + user.topics();
  }

  /** Every beat that was posted. */
  private List<String> said() {
    List<String> beats = new ArrayList<>();
    for (Message message : messages()) {
      List<String> lines = message.text().lines().toList();
      beats.addAll(lines.subList(1, lines.size()));
    }
    return beats;
  }

  private List<Message> messages() {
    return store.fetchAfter(TOPIC, Optional.empty(), 20_000).messages().stream()
        .map(StoredMessage::message)
        .toList();
  }
}

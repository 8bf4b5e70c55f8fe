package dev.parley.engine.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.RoomName;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.RosterQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RosterViewTest {
  private static final ConnectionId NODE = new ConnectionId("node");
  private static final long TTL = 90_000;
  private static final long DAY = Duration.ofHours(24).toMillis();
  private static final long WEEK = 7 * DAY;
  private static final long AT = 1_700_000_000_000L;

  private final Map<ConnectionKey, List<RoomName>> here = new HashMap<>();
  private final RosterView view =
      new RosterView(
          new TimeToLive(TTL),
          instance -> Optional.ofNullable(here.get(instance)),
          (news, expiry) -> {});

  @Test
  void agent_thatSaidHello_isOnlineInItsRooms() {
    hello("alice", "c1", AT, "review", "planning");
    assertThat(users(AT))
        .containsExactly(
            new AgentStatus(
                new AgentId("alice"),
                true,
                List.of(RoomName.of("planning"), RoomName.of("review")),
                Instant.ofEpochMilli(AT)));
  }

  @Test
  void beat_heardLater_countsWhateverItsTime() {
    hello("alice", "c1", AT, "planning");
    heartbeat("alice", "c1", AT - 10, "review");
    assertThat(lines(AT)).containsExactly("alice online [review] -10");
  }

  @Test
  void agent_withoutABeatForTheTtl_isOffline() {
    hello("alice", "c1", AT);
    assertThat(lines(AT + TTL - 1)).containsExactly("alice online [] 0");
    assertThat(lines(AT + TTL)).containsExactly("alice offline [] 0");
  }

  /** It may fall silent before its event expires, and is online until then. */
  @Test
  void nextExpiry_isAlsoThatOfAConnectionOpenHere() {
    here.put(new ConnectionKey(NODE, "c1"), List.of());
    hello("alice", "c1", AT);
    assertThat(view.nextExpiry(AT)).isEqualTo(AT + TTL);
    assertThat(view.hasExpired(AT, AT + TTL)).isFalse();
    here.clear();
    assertThat(view.hasExpired(AT, AT + TTL)).isTrue();
    assertThat(view.nextExpiry(AT + TTL)).isEqualTo(ExpiryNotifier.NEVER);
  }

  @Test
  void agent_thatIsAheadWithinTheSkew_isOnline() {
    hello("alice", "c1", AT + 1_000);
    assertThat(lines(AT)).containsExactly("alice online [] 1000");
  }

  @Test
  void agent_thatSaidGoodbye_isOfflineAtOnceAndStillListed() {
    hello("alice", "c1", AT, "planning");
    goodbye("alice", "c1", AT + 5, "review");
    assertThat(lines(AT + 5)).containsExactly("alice offline [review] 5");
  }

  @Test
  void agent_thatIsGone_isListedForLessThanSince() {
    hello("alice", "c1", AT);
    assertThat(lines(AT + DAY - 1)).hasSize(1);
    assertThat(lines(AT + DAY)).isEmpty();
    RosterQuery hour = RosterQuery.ALL.seenWithin(Duration.ofMillis(TTL + 1));
    assertThat(lines(hour, AT + TTL)).hasSize(1);
    assertThat(lines(hour, AT + TTL + 1)).isEmpty();
  }

  @Test
  void agent_thatIsOnline_isListedHoweverShortSinceIs() {
    hello("alice", "c1", AT);
    assertThat(lines(RosterQuery.ALL.seenWithin(Duration.ofMillis(1)), AT + 100)).hasSize(1);
  }

  @Test
  void agent_withSeveralConnections_isListedOnceInAllTheirRooms() {
    hello("alice", "c1", AT, "planning", "both");
    hello("alice", "c2", AT + 5, "review", "both");
    assertThat(lines(AT + 5)).containsExactly("alice online [both, planning, review] 5");
  }

  @Test
  void goodbye_ofOneConnection_leavesTheAgentOnlineInTheRoomsOfTheOther() {
    hello("alice", "old", AT, "planning");
    hello("alice", "new", AT + 1, "review");
    goodbye("alice", "old", AT + 2, "planning");
    assertThat(lines(AT + 2)).containsExactly("alice online [review] 2");
  }

  @Test
  void goodbye_ofTheSameConnectionByAnotherNode_leavesItOnline() {
    hello("alice", "c1", AT);
    view.add(
        new ConnectionKey(new ConnectionId("other-node"), "c1"),
        beat(PresenceEvent.Kind.GOODBYE, "alice", "c1", AT + 1));
    assertThat(lines(AT + 1)).containsExactly("alice online [] 1");
  }

  @Test
  void connection_thatSaysHelloAtAnotherNode_isThereAlone() {
    hello("alice", "c1", AT, "planning");
    hello("alice", "c2", AT, "both");
    ConnectionId other = new ConnectionId("other-node");
    view.add(
        new ConnectionKey(other, "c1"),
        beat(PresenceEvent.Kind.HELLO, "alice", "c1", AT + 1, "review"));
    assertThat(lines(AT + 1)).containsExactly("alice online [both, review] 1");
    view.add(
        new ConnectionKey(other, "c1"), beat(PresenceEvent.Kind.GOODBYE, "alice", "c1", AT + 2));
    assertThat(lines(AT + 2)).containsExactly("alice online [both] 2");
  }

  @Test
  void connection_thatIsOpenHere_staysWhateverAnotherNodeSays() {
    hello("alice", "c1", AT, "planning");
    here.put(new ConnectionKey(NODE, "c1"), List.of(RoomName.of("planning")));
    ConnectionId other = new ConnectionId("other-node");
    view.add(
        new ConnectionKey(other, "c1"),
        beat(PresenceEvent.Kind.HELLO, "alice", "c1", AT, "review"));
    assertThat(lines(AT + TTL)).containsExactly("alice online [planning] 0");
  }

  @Test
  void connection_isGone_onceItsLastWordCountsNoMore() {
    hello("alice", "c1", AT);
    goodbye("alice", "c2", AT);
    assertThat(isGone("c1", AT + TTL - 1)).isFalse();
    assertThat(isGone("c1", AT + TTL)).isTrue();
    assertThat(isGone("c2", AT)).isTrue();
    here.put(new ConnectionKey(NODE, "c1"), List.of());
    assertThat(isGone("c1", AT + TTL)).isFalse();
  }

  @Test
  void connection_thatWasNeverHeard_isGoneOnceItWouldHaveBeen() {
    hello("alice", "c1", AT + TTL);
    assertThat(isGone("c2", AT + TTL - 1)).isFalse();
    assertThat(isGone("c2", AT + TTL)).isTrue();
    AgentId bob = new AgentId("bob");
    assertThat(view.isGone(bob, "c3", AT, AT + TTL - 1)).isFalse();
    assertThat(view.isGone(bob, "c3", AT, AT + TTL)).isTrue();
  }

  /** Whether a connection of Alice's is gone that came in {@code AT} the beginning. */
  private boolean isGone(String connection, long now) {
    return view.isGone(new AgentId("alice"), connection, AT, now);
  }

  @Test
  void agent_thatIsGone_isInTheRoomsOfItsNewestBeatAlone() {
    hello("alice", "c1", AT + 7, "planning");
    hello("alice", "c2", AT, "review");
    assertThat(lines(AT + DAY - 1)).containsExactly("alice offline [planning] 7");
  }

  @Test
  void agent_thatIsGone_isInTheRoomsOfTheBeatHeardLaterOfTwoAtATime() {
    hello("alice", "c1", AT, "planning");
    hello("alice", "c2", AT, "review");
    assertThat(lines(AT + TTL)).containsExactly("alice offline [review] 0");
    heartbeat("alice", "c1", AT, "planning");
    assertThat(lines(AT + TTL)).containsExactly("alice offline [planning] 0");
  }

  @Test
  void connection_thatIsOpenHere_isLiveWithoutABeatAndInItsRoomsOfNow() {
    hello("alice", "c1", AT, "planning");
    here.put(new ConnectionKey(NODE, "c1"), List.of(RoomName.of("joined-now")));
    assertThat(lines(AT + 10 * TTL)).containsExactly("alice online [joined-now] 0");
  }

  @Test
  void users_areSortedByWhenTheyWereSeenThenByName() {
    hello("bob", "c1", AT);
    hello("Zoe", "c2", AT);
    hello("alice", "c3", AT);
    hello("dave", "c4", AT + 1);
    assertThat(handles(RosterQuery.ALL, AT + 1)).containsExactly("dave", "Zoe", "alice", "bob");
  }

  @Test
  void limit_cutsAfterSortingAndSaysSo() {
    hello("alice", "c1", AT);
    hello("bob", "c2", AT + 1);
    assertThat(handles(RosterQuery.ALL.atMost(1), AT + 1)).containsExactly("bob");
    assertThat(view.roster(RosterQuery.ALL.atMost(1), AT + 1).truncated()).isTrue();
    assertThat(view.roster(RosterQuery.ALL.atMost(2), AT + 1).truncated()).isFalse();
  }

  @Test
  void filters_holdTogether() {
    hello("claude-1", "c1", AT, "planning");
    hello("claude-2", "c2", AT, "review");
    hello("codex-1", "c3", AT, "planning");
    hello("claude-3", "c4", AT - TTL, "planning");
    RosterQuery claudes = RosterQuery.ALL.matching("claude-*");
    assertThat(handles(claudes, AT)).containsExactly("claude-1", "claude-2", "claude-3");
    RosterQuery planning = claudes.in(RoomName.of("planning"));
    assertThat(handles(planning, AT)).containsExactly("claude-1", "claude-3");
    assertThat(handles(planning.online(), AT)).containsExactly("claude-1");
    assertThat(handles(RosterQuery.ALL.online(), AT))
        .containsExactly("claude-1", "claude-2", "codex-1");
  }

  @Test
  void forget_changesNoAnswer() {
    hello("alice", "c1", AT, "planning");
    goodbye("alice", "c2", AT + 3, "review");
    goodbye("alice", "c3", AT + 2, "review");
    hello("bob", "c4", AT + 4);
    List<AgentStatus> before = users(AT + 5);
    view.forget(AT + 5);
    assertThat(users(AT + 5)).isEqualTo(before);
    view.forget(AT + TTL + 4);
    assertThat(lines(AT + TTL + 4)).containsExactly("bob offline [] 4", "alice offline [review] 3");
  }

  @Test
  void forget_keepsAnAgentAsLongAsItCanBeAskedFor() {
    hello("alice", "c1", AT);
    hello("bob", "c2", AT);
    here.put(new ConnectionKey(NODE, "c2"), List.of());
    view.forget(AT + WEEK - 1);
    assertThat(view.size()).isEqualTo(2);
    view.forget(AT + WEEK);
    assertThat(view.size()).isOne();
    assertThat(handles(RosterQuery.ALL, AT + WEEK)).containsExactly("bob");
  }

  private void hello(String agent, String connection, long at, String... rooms) {
    hear(PresenceEvent.Kind.HELLO, agent, connection, at, rooms);
  }

  private void heartbeat(String agent, String connection, long at, String... rooms) {
    hear(PresenceEvent.Kind.HEARTBEAT, agent, connection, at, rooms);
  }

  private void goodbye(String agent, String connection, long at, String... rooms) {
    hear(PresenceEvent.Kind.GOODBYE, agent, connection, at, rooms);
  }

  private void hear(
      PresenceEvent.Kind kind, String agent, String connection, long at, String... rooms) {
    view.add(new ConnectionKey(NODE, connection), beat(kind, agent, connection, at, rooms));
  }

  private static PresenceEvent beat(
      PresenceEvent.Kind kind, String agent, String connection, long at, String... rooms) {
    List<RoomName> topics = Stream.of(rooms).map(RoomName::of).toList();
    return new PresenceEvent(kind, at, connection, new AgentId(agent), topics);
  }

  private List<AgentStatus> users(long now) {
    return view.roster(RosterQuery.ALL, now).users();
  }

  private List<String> handles(RosterQuery query, long now) {
    return view.roster(query, now).users().stream().map(user -> user.handle().value()).toList();
  }

  private List<String> lines(long now) {
    return lines(RosterQuery.ALL, now);
  }

  /** Handle, state, rooms, and when it was seen after the test began. */
  private List<String> lines(RosterQuery query, long now) {
    return view.roster(query, now).users().stream()
        .map(
            user ->
                user.handle()
                    + (user.online() ? " online " : " offline ")
                    + user.topics()
                    + " "
                    + (user.lastSeen().toEpochMilli() - AT))
        .toList();
  }
}

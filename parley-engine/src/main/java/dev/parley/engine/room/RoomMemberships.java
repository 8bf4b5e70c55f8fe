package dev.parley.engine.room;

import dev.parley.engine.topic.TopicSubscription;
import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rooms one connection is a member of. Reading takes no lock; the connection makes one change
 * at a time.
 */
final class RoomMemberships {
  /** A room, the nickname in it, and the subscription that pushes its messages. */
  record JoinedRoom(LiveRoom room, Nickname nickname, TopicSubscription subscription) {}

  private final Map<RoomName, JoinedRoom> memberships = new ConcurrentHashMap<>();
  private final AgentId agent;
  private final ConnectionId connection;
  private final DeliveryTracker tracker;

  RoomMemberships(AgentId agent, ConnectionId connection, DeliveryTracker tracker) {
    this.agent = agent;
    this.connection = connection;
    this.tracker = tracker;
  }

  @Nullable JoinedRoom get(RoomName name) {
    return memberships.get(name);
  }

  void put(RoomName name, LiveRoom room, Nickname nickname, TopicSubscription subscription) {
    memberships.put(name, new JoinedRoom(room, nickname, subscription));
  }

  /** Changes the nickname in the room, if it is a member. */
  void rename(RoomName name, Nickname nickname) {
    memberships.computeIfPresent(
        name,
        (room, membership) ->
            new JoinedRoom(membership.room(), nickname, membership.subscription()));
  }

  void remove(RoomName name) {
    memberships.remove(name);
  }

  void clear() {
    memberships.clear();
  }

  boolean isEmpty() {
    return memberships.isEmpty();
  }

  int size() {
    return memberships.size();
  }

  void each(Consumer<JoinedRoom> action) {
    memberships.values().forEach(action);
  }

  /** Returns the names of the rooms. */
  Set<RoomName> names() {
    return Set.copyOf(memberships.keySet());
  }

  /** Returns the nickname in the room, {@link Nickname#NONE} without a membership. */
  Nickname nickname(RoomName name) {
    JoinedRoom membership = memberships.get(name);
    return membership == null ? Nickname.NONE : membership.nickname();
  }

  /** Returns the nickname of each room. */
  Map<RoomName, Nickname> nicknames() {
    Map<RoomName, Nickname> nicknames = new HashMap<>();
    memberships.forEach((room, membership) -> nicknames.put(room, membership.nickname()));
    return nicknames;
  }

  /** Returns true if any of the rooms is durable. Makes no database call. */
  boolean areDurable() {
    return memberships.values().stream().anyMatch(membership -> membership.room().isDurable());
  }

  /** Counts the messages that mention the member and that no call has returned. */
  long unreadMentions(boolean pushesAreShown) {
    return memberships.values().stream()
        .mapToLong(membership -> unreadMentions(membership, pushesAreShown))
        .sum();
  }

  private long unreadMentions(JoinedRoom membership, boolean pushesAreShown) {
    OptionalLong begun = membership.subscription().begunAfterSeq();
    if (begun.isEmpty()) {
      return 0;
    }
    long pushed = pushesAreShown ? membership.subscription().passedSeq().orElse(0) : 0;
    return membership
        .room()
        .mentions(
            Math.max(begun.getAsLong(), pushed),
            tracker.answered(membership.room().name()),
            connection,
            namesIn(membership));
  }

  private Set<String> namesIn(JoinedRoom membership) {
    String nickname = membership.nickname().value();
    return nickname.equals(agent.value()) ? Set.of(nickname) : Set.of(agent.value(), nickname);
  }
}

package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import java.util.Comparator;
import java.util.List;

/**
 * A node's report of one connection.
 *
 * @param kind whether it connects, is alive or disconnects
 * @param at the time of the connection's last sign of life, in milliseconds since 1970 by the clock
 *     of the node
 * @param instance the connection, by a name that is unique on its node; may be empty
 * @param agent its agent
 * @param topics its rooms, at most {@value #MAX_TOPICS}, sorted by name
 * @param person whether the agent is a person
 */
record PresenceEvent(
    Kind kind, long at, String instance, AgentId agent, List<RoomName> topics, boolean person) {
  static final int MAX_TOPICS = 64;
  static final Comparator<RoomName> BY_NAME = Comparator.comparing(RoomName::value);

  /** The kind of a report. */
  enum Kind {
    HELLO,
    HEARTBEAT,
    GOODBYE
  }

  /** Makes the event of a program. */
  PresenceEvent(Kind kind, long at, String instance, AgentId agent, List<RoomName> topics) {
    this(kind, at, instance, agent, topics, false);
  }

  /** Truncates the topics to the limit, and sorts them. */
  PresenceEvent {
    topics = topics.stream().limit(MAX_TOPICS).sorted(BY_NAME).toList();
  }

  /** Returns true if it says the same as the event before, which had not expired. */
  boolean continues(PresenceEvent before, TimeToLive ttl) {
    return kind == Kind.HEARTBEAT
        && before.kind != Kind.GOODBYE
        && ttl.covers(at - before.at)
        && topics.equals(before.topics);
  }

  boolean isLive(long now, TimeToLive ttl) {
    return kind != Kind.GOODBYE && ttl.covers(now - at);
  }
}

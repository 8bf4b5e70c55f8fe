package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import java.util.Comparator;
import java.util.List;

/**
 * A node's word on one connection.
 *
 * @param kind whether it comes, is there or goes
 * @param at when the connection last gave a sign of life, in milliseconds since 1970 by the clock
 *     of the node
 * @param instance the connection, by a name that is its own on its node; may be empty
 * @param agent whose it is
 * @param topics the rooms it is in, at most {@value #MAX_TOPICS}, sorted by name
 * @param person whether the agent is a person
 */
record PresenceEvent(
    Kind kind, long at, String instance, AgentId agent, List<RoomName> topics, boolean person) {
  static final int MAX_TOPICS = 64;
  static final Comparator<RoomName> BY_NAME = Comparator.comparing(RoomName::value);

  /** What a beat says. */
  enum Kind {
    HELLO,
    HEARTBEAT,
    GOODBYE
  }

  /** A program's. */
  PresenceEvent(Kind kind, long at, String instance, AgentId agent, List<RoomName> topics) {
    this(kind, at, instance, agent, topics, false);
  }

  /** Keeps the first topics, and sorts those. */
  PresenceEvent {
    topics = topics.stream().limit(MAX_TOPICS).sorted(BY_NAME).toList();
  }

  boolean isLive(long now, long ttl) {
    return kind != Kind.GOODBYE && now - at < ttl;
  }
}

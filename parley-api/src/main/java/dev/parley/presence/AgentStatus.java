package dev.parley.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An agent as others see it, once however many connections it has.
 *
 * @param handle its name
 * @param online whether one of its connections is open, as far as is known
 * @param topics the rooms it is in through any of them, of each connection at another node 64 at
 *     most; once it is gone, those it was in when it was last seen. Sorted by name.
 * @param lastSeen when it was last known to be there, or when it left; cut to milliseconds
 * @param person whether it is a person at the page, not a program
 */
public record AgentStatus(
    AgentId handle, boolean online, List<RoomName> topics, Instant lastSeen, boolean person) {

  /** A program. */
  public AgentStatus(AgentId handle, boolean online, List<RoomName> topics, Instant lastSeen) {
    this(handle, online, topics, lastSeen, false);
  }

  /** Copies the list and cuts the time to milliseconds. */
  public AgentStatus {
    topics = List.copyOf(topics);
    lastSeen = lastSeen.truncatedTo(ChronoUnit.MILLIS);
  }
}

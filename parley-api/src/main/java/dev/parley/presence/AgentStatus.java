package dev.parley.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An agent as others see it, listed once however many connections it has.
 *
 * @param handle its name
 * @param online whether one of its connections is open, as far as is known
 * @param topics the rooms it is in through any connection, at most 64 for each connection on
 *     another node; once it is gone, those it was in when it was last seen. Sorted by name.
 * @param lastSeen the time it was last known to be online, or left; cut to milliseconds
 * @param person whether it is a person at the page rather than a program
 */
public record AgentStatus(
    AgentId handle, boolean online, List<RoomName> topics, Instant lastSeen, boolean person) {

  /** Makes the status of a program. */
  public AgentStatus(AgentId handle, boolean online, List<RoomName> topics, Instant lastSeen) {
    this(handle, online, topics, lastSeen, false);
  }

  /** Copies the list and cuts the time to milliseconds. */
  public AgentStatus {
    topics = List.copyOf(topics);
    lastSeen = lastSeen.truncatedTo(ChronoUnit.MILLIS);
  }
}

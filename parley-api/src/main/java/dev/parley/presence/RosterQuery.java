package dev.parley.presence;

import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A query for agents; an agent is listed where every criterion holds.
 *
 * @param filter a pattern of the whole handle: {@code *} matches any number of characters, {@code
 *     ?} one, everything else itself in upper or lower case; at most {@value #MAX_FILTER} UTF-16
 *     units
 * @param topic the room they are in, or were in when they were last seen
 * @param onlineOnly whether offline agents are left out
 * @param since the maximum age of the last sign of life of offline agents: 1 ms to 7 days
 * @param limit the maximum number of agents: 1 to {@value #MAX_USERS}
 */
public record RosterQuery(
    Optional<String> filter,
    Optional<RoomName> topic,
    boolean onlineOnly,
    Duration since,
    int limit) {
  /** The maximum length of a filter in UTF-16 units. */
  public static final int MAX_FILTER = 256;

  /** The maximum number of agents one call returns. */
  public static final int MAX_USERS = 10_000;

  /** The maximum of {@code since}. */
  public static final Duration MAX_SINCE = Duration.ofDays(7);

  /** Every agent that is online or was seen within 24 hours, up to 1,000. */
  public static final RosterQuery ALL =
      new RosterQuery(Optional.empty(), Optional.empty(), false, Duration.ofHours(24), 1_000);

  /** Checks every limit; refused with {@code invalid_argument}. */
  public RosterQuery {
    filter.ifPresent(glob -> TextLimits.text("filter", glob, MAX_FILTER));
    if (since.compareTo(Duration.ofMillis(1)) < 0 || since.compareTo(MAX_SINCE) > 0) {
      throw InvalidArgument.refusal(
          "since",
          "it must be 1 millisecond to 7 days",
          Map.of("least", 1, "limit", MAX_SINCE.toMillis()));
    }
    TextLimits.range("limit", limit, 1, MAX_USERS);
  }

  /** Returns the same query for handles that match {@code glob}. */
  public RosterQuery matching(String glob) {
    return new RosterQuery(Optional.of(glob), topic, onlineOnly, since, limit);
  }

  /** Returns the same query for agents in {@code room}. */
  public RosterQuery in(RoomName room) {
    return new RosterQuery(filter, Optional.of(room), onlineOnly, since, limit);
  }

  /** Returns the same query for online agents only. */
  public RosterQuery online() {
    return new RosterQuery(filter, topic, true, since, limit);
  }

  /** Returns the same query for offline agents seen within {@code age}. */
  public RosterQuery seenWithin(Duration age) {
    return new RosterQuery(filter, topic, onlineOnly, age, limit);
  }

  /** Returns the same query for at most {@code users} agents. */
  public RosterQuery atMost(int users) {
    return new RosterQuery(filter, topic, onlineOnly, since, users);
  }
}

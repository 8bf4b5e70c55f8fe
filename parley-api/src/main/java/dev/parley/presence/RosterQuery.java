package dev.parley.presence;

import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Which agents are asked for: those for which all that is said holds.
 *
 * @param filter what the whole handle looks like: {@code *} stands for any characters or none,
 *     {@code ?} for one, everything else for itself, upper and lower case apart; at most {@value
 *     #MAX_FILTER} UTF-16 units
 * @param topic the room they are in, or were in when they were last seen
 * @param onlineOnly leaves out those who are gone
 * @param since those who are gone were seen less than this ago: 1 ms to 7 days
 * @param limit at most this many: 1 to {@value #MAX_USERS}
 */
public record RosterQuery(
    Optional<String> filter,
    Optional<RoomName> topic,
    boolean onlineOnly,
    Duration since,
    int limit) {
  /** The most UTF-16 units of a filter. */
  public static final int MAX_FILTER = 256;

  /** The most agents one call answers. */
  public static final int MAX_USERS = 10_000;

  /** The longest it can be asked back for who is gone. */
  public static final Duration MAX_SINCE = Duration.ofDays(7);

  /** All who are there or were seen within 24 hours, as far as 1,000 go. */
  public static final RosterQuery ALL =
      new RosterQuery(Optional.empty(), Optional.empty(), false, Duration.ofHours(24), 1_000);

  /** Checks every bound; refused with {@code invalid_argument}. */
  public RosterQuery {
    filter.ifPresent(glob -> TextLimits.text("filter", glob, MAX_FILTER));
    if (since.compareTo(Duration.ofMillis(1)) < 0 || since.compareTo(MAX_SINCE) > 0) {
      throw InvalidArgument.refusal(
          "since",
          "it must be 1 millisecond to 7 days",
          Map.of("least", 1, "limit", MAX_SINCE.toMillis()));
    }
    if (limit < 1 || limit > MAX_USERS) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MAX_USERS, Map.of("least", 1, "limit", MAX_USERS));
    }
  }

  /** The same, of those whose handle looks like {@code glob}. */
  public RosterQuery matching(String glob) {
    return new RosterQuery(Optional.of(glob), topic, onlineOnly, since, limit);
  }

  /** The same, of those in {@code room}. */
  public RosterQuery in(RoomName room) {
    return new RosterQuery(filter, Optional.of(room), onlineOnly, since, limit);
  }

  /** The same, of those who are there. */
  public RosterQuery online() {
    return new RosterQuery(filter, topic, true, since, limit);
  }

  /** The same, with those who are gone for less than {@code age}. */
  public RosterQuery seenWithin(Duration age) {
    return new RosterQuery(filter, topic, onlineOnly, age, limit);
  }

  /** The same, at most {@code users} of them. */
  public RosterQuery atMost(int users) {
    return new RosterQuery(filter, topic, onlineOnly, since, users);
  }
}

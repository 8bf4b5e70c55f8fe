package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * What the beats of a workspace come to. They are kept by agent and added up when somebody asks, so
 * an agent goes offline without anybody doing anything.
 */
final class RosterView {
  private static final int MADE_ROOM_FOR = 10;

  private final long ttl;
  private final LocalConnections nearby;
  private final Map<AgentId, AgentPresence> agents = new ConcurrentHashMap<>();

  /**
   * An empty view.
   *
   * @param ttl how long a beat counts, in milliseconds
   */
  RosterView(long ttl, LocalConnections nearby) {
    this.ttl = ttl;
    this.nearby = nearby;
  }

  void hear(ConnectionKey instance, PresenceEvent beat) {
    agents.compute(
        beat.agent(),
        (agent, known) -> {
          AgentPresence sightings = known == null ? new AgentPresence() : known;
          sightings.hear(instance, beat, nearby);
          return sightings;
        });
  }

  Roster roster(RosterQuery query, long now) {
    Predicate<String> asked =
        query.filter().<Predicate<String>>map(glob -> new Glob(glob)::matches).orElse(any -> true);
    List<AgentStatus> users = new ArrayList<>();
    agents.forEach(
        (agent, sightings) -> {
          if (asked.test(agent.value())) {
            AgentStatus user = sightings.user(agent, now, ttl, nearby);
            if (isAskedFor(user, query, now)) {
              users.add(user);
            }
          }
        });
    users.sort(RosterView::lastSeenFirst);
    boolean truncated = users.size() > query.limit();
    return new Roster(truncated ? users.subList(0, query.limit()) : users, truncated);
  }

  /**
   * Ten thousand are sorted in a few milliseconds by this; a chain of comparators takes thrice
   * that.
   */
  private static int lastSeenFirst(AgentStatus one, AgentStatus other) {
    int order = other.lastSeen().compareTo(one.lastSeen());
    return order != 0 ? order : one.handle().value().compareTo(other.handle().value());
  }

  private static boolean isAskedFor(AgentStatus user, RosterQuery query, long now) {
    boolean inRoom = query.topic().map(user.topics()::contains).orElse(true);
    if (user.online() || query.onlineOnly()) {
      return user.online() && inRoom;
    }
    return inRoom && now - user.lastSeen().toEpochMilli() < query.since().toMillis();
  }

  /**
   * Whether the connection of this name is there no more. One of which nothing was heard may still
   * be on its way, unless it has been there {@code since} so long ago that it would have been.
   */
  boolean isGone(AgentId agent, String connection, long since, long now) {
    AgentPresence known = agents.get(agent);
    Optional<Boolean> live =
        known == null ? Optional.empty() : known.isLive(connection, now, ttl, nearby);
    return !live.orElse(now - since < ttl);
  }

  /** Lets go of beats that no question can be about any more. */
  void forget(long now) {
    long longest = RosterQuery.MAX_SINCE.toMillis();
    for (AgentId agent : agents.keySet()) {
      agents.computeIfPresent(
          agent,
          (name, sightings) -> sightings.forget(now, ttl, longest, nearby) ? null : sightings);
    }
  }

  /**
   * Whether {@code agent} is known, or one more may be. Where there are as many as there may be, a
   * tenth of them makes room, as far as they are gone: those that were seen longest ago.
   */
  boolean fits(AgentId agent, int limit, long now) {
    if (agents.size() < limit || agents.containsKey(agent)) {
      return true;
    }
    List<AgentStatus> gone = new ArrayList<>();
    agents.forEach(
        (name, sightings) -> {
          AgentStatus user = sightings.user(name, now, ttl, nearby);
          if (!user.online()) {
            gone.add(user);
          }
        });
    gone.sort(Comparator.comparing(AgentStatus::lastSeen));
    gone.stream()
        .limit(1 + limit / MADE_ROOM_FOR)
        .forEach(
            user ->
                agents.computeIfPresent(
                    user.handle(),
                    (name, known) -> known.user(name, now, ttl, nearby).online() ? known : null));
    return agents.size() < limit;
  }

  /** How many agents are known. */
  int size() {
    return agents.size();
  }
}

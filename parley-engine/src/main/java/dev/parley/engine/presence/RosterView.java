package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.presence.AgentStatus;
import dev.parley.presence.Roster;
import dev.parley.presence.RosterQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The presence events of a workspace, by agent. They are evaluated when somebody asks, so an agent
 * goes offline without any action; {@link ExpiryNotifier} reports it.
 */
final class RosterView {
  private static final int MADE_ROOM_FOR = 10;

  private final TimeToLive ttl;
  private final LocalConnections local;
  private final Listener listener;
  private final Map<AgentId, AgentPresence> agents = new ConcurrentHashMap<>();

  /** A listener for events that are added. */
  @FunctionalInterface
  interface Listener {

    /**
     * Called after an event was added.
     *
     * @param news false where it says the same as the one before
     * @param expiry the time at which it expires, in milliseconds since 1970
     */
    void added(boolean news, long expiry);
  }

  /**
   * Makes an empty view.
   *
   * @param ttl the time an event counts
   */
  RosterView(TimeToLive ttl, LocalConnections local, Listener listener) {
    this.ttl = ttl;
    this.local = local;
    this.listener = listener;
  }

  void add(ConnectionKey instance, PresenceEvent beat) {
    AtomicBoolean news = new AtomicBoolean();
    agents.compute(
        beat.agent(),
        (agent, known) -> {
          AgentPresence presence = known == null ? new AgentPresence() : known;
          news.set(presence.add(instance, beat, ttl, local));
          return presence;
        });
    listener.added(news.get(), ttl.endAfter(beat.at()));
  }

  /** Returns the earliest time after {@code now} at which an event expires. */
  long nextExpiry(long now) {
    return agents.values().stream()
        .mapToLong(presence -> presence.nextExpiry(now, ttl))
        .min()
        .orElse(ExpiryNotifier.NEVER);
  }

  /**
   * Returns true if an event expired after {@code since} and up to {@code now}, of a connection
   * that is not open on this node, or silent.
   */
  boolean hasExpired(long since, long now) {
    return agents.values().stream()
        .anyMatch(presence -> presence.hasExpired(since, now, ttl, local));
  }

  Roster roster(RosterQuery query, long now) {
    Predicate<String> asked =
        query.filter().<Predicate<String>>map(glob -> new Glob(glob)::matches).orElse(any -> true);
    List<AgentStatus> users = new ArrayList<>();
    agents.forEach(
        (agent, presence) -> {
          if (asked.test(agent.value())) {
            AgentStatus user = presence.user(agent, now, ttl, local);
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
   * Compares by hand: this sorts ten thousand in a few milliseconds, a chain of comparators takes
   * three times as long.
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
   * Returns true if the connection of this name is gone. The first event of a connection may still
   * be on its way, unless the connection is as old as {@code since}, so that the event would have
   * arrived.
   */
  boolean isGone(AgentId agent, String connection, long since, long now) {
    AgentPresence known = agents.get(agent);
    Optional<Boolean> live =
        known == null ? Optional.empty() : known.isLive(connection, now, ttl, local);
    return !live.orElse(ttl.covers(now - since));
  }

  /** Drops events no query can ask for any more. */
  void forget(long now) {
    long longest = RosterQuery.MAX_SINCE.toMillis();
    for (AgentId agent : agents.keySet()) {
      agents.computeIfPresent(
          agent, (name, presence) -> presence.forget(now, ttl, longest, local) ? null : presence);
    }
  }

  /**
   * Returns true if {@code agent} is known, or there is room for one more. At the limit, a tenth of
   * the agents makes room, as far as they are gone: those last seen longest ago.
   */
  boolean fits(AgentId agent, int limit, long now) {
    if (agents.size() < limit || agents.containsKey(agent)) {
      return true;
    }
    List<AgentStatus> gone = new ArrayList<>();
    agents.forEach(
        (name, presence) -> {
          AgentStatus user = presence.user(name, now, ttl, local);
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
                    (name, known) -> known.user(name, now, ttl, local).online() ? known : null));
    return agents.size() < limit;
  }

  /**
   * Returns the nicknames that are the names of online agents other than {@code own}, in lower
   * case.
   *
   * @param prefix the beginning, in lower case, of those to return
   */
  Set<String> namesOfOthers(AgentId own, String prefix, long now) {
    Set<String> names = new HashSet<>();
    agents.forEach(
        (agent, presence) -> {
          String name = nickname(agent);
          if (name.startsWith(prefix)
              && !agent.equals(own)
              && presence.user(agent, now, ttl, local).online()) {
            names.add(name);
          }
        });
    return names;
  }

  /** Returns the nickname closest to an agent's name. Quick, as there may be thousands. */
  private static String nickname(AgentId agent) {
    String name = agent.value().toLowerCase(Locale.ROOT).replace('.', '-');
    return name.length() > Nickname.MAX_LENGTH ? name.substring(0, Nickname.MAX_LENGTH) : name;
  }

  /** Returns the number of known agents. */
  int size() {
    return agents.size();
  }
}

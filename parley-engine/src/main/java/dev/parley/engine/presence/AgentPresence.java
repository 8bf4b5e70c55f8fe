package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.presence.AgentStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The last presence event of each connection of one agent, in the order of arrival; at least one.
 */
final class AgentPresence {
  private final Map<ConnectionKey, PresenceEvent> last = new LinkedHashMap<>();

  /**
   * Adds an event. The one that arrives last counts, whatever its time. A connection that says
   * hello at another node is there alone from now on, unless it is open here.
   *
   * @return true unless it says the same as the one before
   */
  synchronized boolean add(
      ConnectionKey instance, PresenceEvent beat, TimeToLive ttl, LocalConnections local) {
    PresenceEvent before = last.remove(instance);
    if (beat.kind() == PresenceEvent.Kind.HELLO && !instance.name().isEmpty()) {
      last.keySet()
          .removeIf(known -> known.name().equals(instance.name()) && local.rooms(known).isEmpty());
    }
    last.put(instance, beat);
    return before == null || !beat.continues(before, ttl);
  }

  /** Returns the earliest time after {@code now} at which an event expires. */
  synchronized long nextExpiry(long now, TimeToLive ttl) {
    return last.values().stream()
        .filter(beat -> beat.isLive(now, ttl))
        .mapToLong(beat -> ttl.endAfter(beat.at()))
        .min()
        .orElse(ExpiryNotifier.NEVER);
  }

  /**
   * Returns true if an event expired after {@code since} and up to {@code now}, of a connection
   * that is not open on this node, or silent.
   */
  synchronized boolean hasExpired(long since, long now, TimeToLive ttl, LocalConnections local) {
    return last.entrySet().stream()
        .filter(entry -> entry.getValue().isLive(since, ttl) && !entry.getValue().isLive(now, ttl))
        .anyMatch(entry -> local.rooms(entry.getKey()).isEmpty());
  }

  /** Returns the agent's status at {@code now}. */
  synchronized AgentStatus user(AgentId agent, long now, TimeToLive ttl, LocalConnections local) {
    List<List<RoomName>> live = new ArrayList<>(1);
    last.forEach((instance, beat) -> rooms(instance, beat, now, ttl, local).ifPresent(live::add));
    PresenceEvent newest = newest().getValue();
    List<RoomName> topics = live.isEmpty() ? newest.topics() : union(live);
    Instant lastSeen = Instant.ofEpochMilli(newest.at());
    return new AgentStatus(agent, !live.isEmpty(), topics, lastSeen, newest.person());
  }

  /**
   * Returns true if the connection of this name is live, on any node; empty where it never sent an
   * event.
   */
  synchronized Optional<Boolean> isLive(
      String name, long now, TimeToLive ttl, LocalConnections local) {
    return last.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .map(entry -> rooms(entry.getKey(), entry.getValue(), now, ttl, local).isPresent())
        .reduce(Boolean::logicalOr);
  }

  /** Returns the rooms of a live connection. */
  private static Optional<List<RoomName>> rooms(
      ConnectionKey instance,
      PresenceEvent beat,
      long now,
      TimeToLive ttl,
      LocalConnections local) {
    Optional<List<RoomName>> here = local.rooms(instance);
    return here.isPresent() || !beat.isLive(now, ttl) ? here : Optional.of(beat.topics());
  }

  private static List<RoomName> union(List<List<RoomName>> rooms) {
    return rooms.size() == 1
        ? rooms.get(0)
        : rooms.stream().flatMap(List::stream).distinct().sorted(PresenceEvent.BY_NAME).toList();
  }

  /**
   * Drops connections that are gone, except the one last seen.
   *
   * @return true if the agent itself may be dropped, as it is gone for {@code longest}
   */
  synchronized boolean forget(long now, TimeToLive ttl, long longest, LocalConnections local) {
    Map.Entry<ConnectionKey, PresenceEvent> newest = newest();
    ConnectionKey seenLast = newest.getKey();
    boolean longAgo = now - newest.getValue().at() >= longest;
    last.entrySet()
        .removeIf(
            entry ->
                !entry.getKey().equals(seenLast)
                    && !entry.getValue().isLive(now, ttl)
                    && local.rooms(entry.getKey()).isEmpty());
    return longAgo && last.size() == 1 && local.rooms(seenLast).isEmpty();
  }

  /** Returns the newest event; of two with the same time, the one that arrived later. */
  private Map.Entry<ConnectionKey, PresenceEvent> newest() {
    Iterator<Map.Entry<ConnectionKey, PresenceEvent>> entries = last.entrySet().iterator();
    Map.Entry<ConnectionKey, PresenceEvent> newest = entries.next();
    while (entries.hasNext()) {
      Map.Entry<ConnectionKey, PresenceEvent> next = entries.next();
      if (next.getValue().at() >= newest.getValue().at()) {
        newest = next;
      }
    }
    return newest;
  }
}

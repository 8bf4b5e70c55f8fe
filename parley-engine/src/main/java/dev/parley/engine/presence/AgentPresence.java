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

/** The last beat of each connection of one agent, in the order they were heard; at least one. */
final class AgentPresence {
  private final Map<ConnectionKey, PresenceEvent> last = new LinkedHashMap<>();

  /**
   * The last one heard counts, whatever its time. A connection that says hello at another node is
   * there alone from now on, unless it is open here.
   */
  synchronized void hear(ConnectionKey instance, PresenceEvent beat, LocalConnections nearby) {
    last.remove(instance);
    if (beat.kind() == PresenceEvent.Kind.HELLO && !instance.name().isEmpty()) {
      last.keySet()
          .removeIf(known -> known.name().equals(instance.name()) && nearby.rooms(known).isEmpty());
    }
    last.put(instance, beat);
  }

  /** The agent as it is known at {@code now}. */
  synchronized AgentStatus user(AgentId agent, long now, long ttl, LocalConnections nearby) {
    List<List<RoomName>> live = new ArrayList<>(1);
    last.forEach((instance, beat) -> rooms(instance, beat, now, ttl, nearby).ifPresent(live::add));
    PresenceEvent newest = newest().getValue();
    List<RoomName> topics = live.isEmpty() ? newest.topics() : union(live);
    Instant lastSeen = Instant.ofEpochMilli(newest.at());
    return new AgentStatus(agent, !live.isEmpty(), topics, lastSeen, newest.person());
  }

  /** Whether the connection of this name is there, on any node; empty where it never spoke. */
  synchronized Optional<Boolean> isLive(String name, long now, long ttl, LocalConnections nearby) {
    return last.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .map(entry -> rooms(entry.getKey(), entry.getValue(), now, ttl, nearby).isPresent())
        .reduce(Boolean::logicalOr);
  }

  /** The rooms of a connection that is there. */
  private static Optional<List<RoomName>> rooms(
      ConnectionKey instance, PresenceEvent beat, long now, long ttl, LocalConnections nearby) {
    Optional<List<RoomName>> here = nearby.rooms(instance);
    return here.isPresent() || !beat.isLive(now, ttl) ? here : Optional.of(beat.topics());
  }

  private static List<RoomName> union(List<List<RoomName>> rooms) {
    return rooms.size() == 1
        ? rooms.get(0)
        : rooms.stream().flatMap(List::stream).distinct().sorted(PresenceEvent.BY_NAME).toList();
  }

  /**
   * Lets go of connections that are gone, all but the one that was seen last.
   *
   * @return whether the agent may be forgotten, as it is gone for {@code longest}
   */
  synchronized boolean forget(long now, long ttl, long longest, LocalConnections nearby) {
    Map.Entry<ConnectionKey, PresenceEvent> newest = newest();
    ConnectionKey seenLast = newest.getKey();
    boolean longAgo = now - newest.getValue().at() >= longest;
    last.entrySet()
        .removeIf(
            entry ->
                !entry.getKey().equals(seenLast)
                    && !entry.getValue().isLive(now, ttl)
                    && nearby.rooms(entry.getKey()).isEmpty());
    return longAgo && last.size() == 1 && nearby.rooms(seenLast).isEmpty();
  }

  /** Of two at the same time, the one heard later. */
  private Map.Entry<ConnectionKey, PresenceEvent> newest() {
    Iterator<Map.Entry<ConnectionKey, PresenceEvent>> heard = last.entrySet().iterator();
    Map.Entry<ConnectionKey, PresenceEvent> newest = heard.next();
    while (heard.hasNext()) {
      Map.Entry<ConnectionKey, PresenceEvent> next = heard.next();
      if (next.getValue().at() >= newest.getValue().at()) {
        newest = next;
      }
    }
    return newest;
  }
}

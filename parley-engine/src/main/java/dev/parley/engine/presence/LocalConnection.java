package dev.parley.engine.presence;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.spi.LifeSigns;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A connection of this node, and the signs of life its transport sees, if it has one. */
final class LocalConnection {
  private final AgentId agent;
  private final boolean person;
  private final Supplier<Set<RoomName>> joined;
  private volatile @Nullable LifeSigns signs;
  private volatile long supersededAt;
  private volatile boolean superseded;

  LocalConnection(AgentId agent, boolean person, Supplier<Set<RoomName>> joined) {
    this.agent = agent;
    this.person = person;
    this.joined = joined;
  }

  AgentId agent() {
    return agent;
  }

  boolean isPerson() {
    return person;
  }

  List<RoomName> rooms() {
    return joined.get().stream().sorted(PresenceEvent.BY_NAME).toList();
  }

  void presentBy(LifeSigns transport) {
    signs = transport;
  }

  /**
   * Returns the milliseconds since the last sign of life; 0 for one that is present as long as it
   * is open.
   */
  long silentMillis() {
    LifeSigns transport = signs;
    return transport == null ? 0 : Math.max(0, transport.silence().toMillis());
  }

  /** Returns the time at which it falls silent, if no sign of life comes. */
  long expiry(long now, TimeToLive ttl) {
    return signs == null ? ExpiryNotifier.NEVER : ttl.endAfter(now - silentMillis());
  }

  boolean isSilent(TimeToLive ttl) {
    return !ttl.covers(silentMillis());
  }

  boolean isReachable() {
    LifeSigns transport = signs;
    return transport == null || transport.isReachable();
  }

  /** Records that another connection of the agent has replaced it. */
  void supersede() {
    supersededAt = System.nanoTime();
    superseded = true;
  }

  /** Returns true if it was replaced and has given no sign of life since. */
  boolean isSuperseded() {
    LifeSigns transport = signs;
    return superseded
        && transport != null
        && transport.silence().toNanos() > System.nanoTime() - supersededAt;
  }
}

package dev.parley.presence;

/**
 * The agents that are online, and those that were. An agent is online while one of its connections
 * is open, whether it sends anything or not. Each node reports its connections with a heartbeat
 * (every 30 s by default). An agent whose last sign of life is older than the TTL (90 s by default)
 * is offline: its program was killed, or its node reports nothing. An agent that closes its
 * connections is offline at once.
 *
 * <p>Changes on this node are visible at once. A connect or disconnect on another node is visible
 * as soon as the backend delivers it. The rooms of an agent on another node may lag by a heartbeat,
 * and count up to 64 for each of its connections. The nodes' clocks are assumed to agree to within
 * seconds.
 *
 * <p>All methods may be called from any thread.
 */
public interface Presence {

  /**
   * Lists the agents {@code query} selects, the caller included.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable} while the nodes' reports cannot
   *     be read, {@code connection_closed} once the connection has ended, {@code topic_not_allowed}
   *     where the query names a topic the deployer does not allow
   */
  Roster roster(RosterQuery query);

  /**
   * Returns true if a person of this name, in upper or lower case, is online. Makes no remote call.
   */
  default boolean isPerson(String name) {
    return false;
  }
}

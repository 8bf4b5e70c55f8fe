package dev.parley.agent;

import java.util.Set;

/**
 * The ability of nodes with shared storage to continue a connection on another node once its own
 * node is gone. The connection keeps its id, its rooms and its nicknames, and gets the messages
 * sent in durable rooms meanwhile.
 *
 * <p>All methods may be called from any thread, and query the storage unless they say otherwise.
 */
public interface ConnectionFailover {

  /**
   * Registers {@code connection} for failover: it can continue on another node within the grace
   * time after this node is gone. Where the storage is unreachable, that holds once it is back.
   *
   * @param key the client's proof by which it is found; stored as a hash
   * @param words the facts the next node needs in order to serve it
   * @param lost called once if another node took the connection over because it took this node for
   *     gone; the connection is closed then
   */
  void keep(Connection connection, String key, String words, Runnable lost);

  /**
   * Returns true if no other node can have taken this node for gone. Otherwise {@link #find}
   * answers whether a connection is still here. Queries nothing.
   */
  boolean isSure();

  /**
   * Finds a connection, and takes it over where its node is gone.
   *
   * @param unreachable whether the node of the connection was asked and does not answer; less
   *     silence is enough then to take it for gone
   * @param traits the properties that a connection has from then on where it is taken over; none is
   *     stored
   * @throws dev.parley.problem.ParleyException {@code unavailable} where the storage is unreachable
   */
  ConnectionLocation find(String key, boolean unreachable, Set<ConnectionTrait> traits);

  /** Finds a connection that has no trait, as {@link #find(String, boolean, Set)} does. */
  default ConnectionLocation find(String key, boolean unreachable) {
    return find(key, unreachable, Set.of());
  }
}

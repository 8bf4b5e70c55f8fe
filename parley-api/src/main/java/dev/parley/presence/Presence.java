package dev.parley.presence;

/**
 * Who is there, and who was. An agent is there while one of its connections is open, whether it
 * speaks or not: each node says so of its connections at a beat (every 30 s unless said otherwise).
 * It counts as gone once its last sign of life is older than the TTL (90 s unless said otherwise):
 * where its program was killed without a goodbye, and where its node says nothing. One that closes
 * its connections is gone at once.
 *
 * <p>What an agent does on this node is known at once. That one on another node came or went is
 * known as soon as the nodes' carrier tells; which rooms it is in may lag by a beat, and counts up
 * to 64 for each of its connections. Nodes are taken to have clocks that agree to within seconds.
 *
 * <p>All methods may be called from any thread.
 */
public interface Presence {

  /**
   * The agents {@code query} asks for, the caller included.
   *
   * @throws dev.parley.problem.ParleyException {@code unavailable} while what the nodes say cannot
   *     be read, {@code connection_closed} once the connection has ended, {@code topic_not_allowed}
   *     where the deployer allows other topics only than the one that is asked about
   */
  Roster roster(RosterQuery query);

  /**
   * Whether a person who is there goes by this name, upper and lower case being the same. Asks
   * nobody.
   */
  default boolean isPerson(String name) {
    return false;
  }
}

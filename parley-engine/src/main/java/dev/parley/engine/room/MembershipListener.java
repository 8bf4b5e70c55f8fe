package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import java.time.Instant;

/** What the rooms tell of one connection's coming and going, and hear of that of others. */
public interface MembershipListener {

  /** A call of the connection's agent begins. */
  void called();

  /** The connection is in other rooms than before. */
  void moved();

  /**
   * Whether the seat of a connection is empty, as its node has not said that it is there. Asks
   * nobody; where it is not known it is not.
   *
   * @param since when the seat was taken
   */
  boolean isGone(AgentId agent, ConnectionId connection, Instant since);

  /**
   * Whether no transport reaches a connection, so that another of the same agent may have its
   * nickname. May take a quarter of a second.
   *
   * @param since when the seat was taken
   */
  boolean isUnreachable(AgentId agent, ConnectionId connection, Instant since);

  /** Another connection of the same agent has the nickname of this one from now on. */
  void supersede(ConnectionId connection);
}

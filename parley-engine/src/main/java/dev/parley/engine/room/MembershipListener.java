package dev.parley.engine.room;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;
import java.time.Instant;
import java.util.Set;

/**
 * A listener for the changes of one connection's memberships, which also answers about other
 * connections.
 */
public interface MembershipListener {

  /** Called when a call of the connection's agent begins. */
  void called();

  /**
   * Returns the nicknames that are the names of other agents of the workspace that are online, in
   * lower case. Makes no remote call.
   *
   * @param prefix the beginning, in lower case, of those to return
   */
  Set<String> namesOfOthers(String prefix);

  /** Called when the connection's rooms have changed. */
  void moved();

  /**
   * Returns true if the connection of a membership is gone, because its node has not reported it.
   * False where that is not known. Makes no remote call.
   *
   * @param since the time of the join
   */
  boolean isGone(AgentId agent, ConnectionId connection, Instant since);

  /**
   * Returns true if no transport reaches a connection, so that another one of the same agent may
   * have its nickname. May take a quarter of a second.
   *
   * @param since the time of the join
   */
  boolean isUnreachable(AgentId agent, ConnectionId connection, Instant since);

  /**
   * Called when another connection of the same agent has taken over the nickname of {@code
   * connection}.
   */
  void supersede(ConnectionId connection);
}

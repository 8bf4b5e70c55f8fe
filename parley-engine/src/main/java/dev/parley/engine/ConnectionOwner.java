package dev.parley.engine;

import dev.parley.id.AgentId;
import dev.parley.id.ConnectionId;

/** The owner of connections: it opens more of them, and is informed of their end. */
interface ConnectionOwner {

  /** Called once a connection has ended. */
  void ended(ConnectionId id);

  /**
   * Opens the connection of {@code agent}, which acts through {@code parent}.
   *
   * @throws dev.parley.problem.ParleyException {@code name_reserved}; {@code limit_reached}
   */
  LiveConnection open(LiveConnection parent, AgentId agent);
}

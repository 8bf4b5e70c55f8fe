package dev.parley.engine.presence;

import dev.parley.id.RoomName;
import java.util.List;
import java.util.Optional;

/** What a node knows first-hand. */
@FunctionalInterface
interface LocalConnections {

  /**
   * The rooms a connection is in now, by name; empty for one that is not open on this node, or that
   * has given no sign of life for the TTL.
   */
  Optional<List<RoomName>> rooms(ConnectionKey instance);
}

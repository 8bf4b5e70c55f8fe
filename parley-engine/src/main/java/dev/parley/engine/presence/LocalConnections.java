package dev.parley.engine.presence;

import dev.parley.id.RoomName;
import java.util.List;
import java.util.Optional;

/** The open connections of a node. */
@FunctionalInterface
interface LocalConnections {

  /**
   * Returns the current rooms of a connection, by name; empty for one that is not open on this
   * node, or has given no sign of life for the TTL.
   */
  Optional<List<RoomName>> rooms(ConnectionKey instance);
}

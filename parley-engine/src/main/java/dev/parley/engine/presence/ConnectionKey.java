package dev.parley.engine.presence;

import dev.parley.id.ConnectionId;

/**
 * The key of a connection in presence events. It contains the node, so a late goodbye of a
 * connection that has moved to another node does not hide it there.
 *
 * @param node the run of the node that publishes
 * @param name the connection's name there
 */
record ConnectionKey(ConnectionId node, String name) {}

package dev.parley.engine.presence;

import dev.parley.id.ConnectionId;

/**
 * Which connection a beat is about. The node is part of it, so the late goodbye of one that was
 * moved to another node does not hide it there.
 *
 * @param node the run of the node that speaks
 * @param name the connection's name there
 */
record ConnectionKey(ConnectionId node, String name) {}

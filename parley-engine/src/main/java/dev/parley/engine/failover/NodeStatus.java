package dev.parley.engine.failover;

import java.net.URI;
import java.util.Optional;

/**
 * A run of a node, as read from its row.
 *
 * @param run an id no other run of any node has
 * @param name the name of its node
 * @param address the address for other nodes, if it published one
 * @param beats the number of its heartbeats; below zero once it ended in order
 * @param seenAt the time of the last one, in milliseconds since 1970 by its own clock
 */
record NodeStatus(String run, String name, Optional<URI> address, long beats, long seenAt) {
  boolean hasEnded() {
    return beats < 0;
  }
}

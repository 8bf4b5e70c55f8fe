package dev.parley.engine.failover;

import java.net.URI;
import java.util.Optional;

/**
 * A run of a node as its row has it.
 *
 * @param run a name no other run of any node has
 * @param name the name of its node
 * @param address where it can be asked, if it said so
 * @param beats how often it said that it is there; below zero once it ended in order
 * @param seenAt when it did last, in milliseconds since 1970 by its own clock
 */
record NodeStatus(String run, String name, Optional<URI> address, long beats, long seenAt) {
  boolean hasEnded() {
    return beats < 0;
  }
}

package dev.parley.engine.failover;

import java.net.URI;

/**
 * Thrown where a node cannot start because of another running process. The message is the remedy.
 */
public final class NodeInUse extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String ADVICE =
      " Give each process over one database a name of its own (PARLEY_NODE, or node(...) of the"
          + " engine), or end the other one first.";

  private NodeInUse(String reason) {
    super(reason + ADVICE);
  }

  /** Makes the exception of a second node without a name, or of a node beside one. */
  static NodeInUse withoutName(NodeStatus other) {
    return new NodeInUse(
        "Another Parley, "
            + described(other)
            + ", runs over this database, and at least one of the two was given no name.");
  }

  /** Makes the exception of a second process of one name. */
  static NodeInUse byName(NodeStatus other) {
    return new NodeInUse("Another Parley, " + described(other) + ", runs over this database.");
  }

  private static String described(NodeStatus node) {
    return "node '"
        + node.name()
        + "'"
        + node.address().map(URI::toString).map(at -> " at " + at).orElse("");
  }
}

package dev.parley.engine.failover;

import java.net.URI;

/** A node could not start, as another process runs where it would. The message says what to do. */
public final class NodeInUse extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String ADVICE =
      " Give each process over one database a name of its own (PARLEY_NODE, or node(...) of the"
          + " engine), or end the other one first.";

  private NodeInUse(String reason) {
    super(reason + ADVICE);
  }

  /** The refusal of a second node without a name, or of any beside one. */
  static NodeInUse withoutName(NodeStatus other) {
    return new NodeInUse(
        "Another Parley, "
            + described(other)
            + ", runs over this database, and at least one of the two was given no name.");
  }

  /** The refusal of a second process of one name. */
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

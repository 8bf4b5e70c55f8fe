package dev.parley.war.nodes;

import dev.parley.war.testing.RawMcp;

/** One of two nodes that are one place, as its clients see it. */
public interface TestNode {
  /** A client that may use its MCP endpoint and has not said anything yet. */
  RawMcp stranger();
}

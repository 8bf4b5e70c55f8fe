package dev.parley.war.scale;

/**
 * Agents on nodes.
 *
 * @param isSpread true where any agent may be on any node; false where all agents of a workspace
 *     are on one node
 */
record Layout(String title, double agents, int nodes, boolean isSpread) {

  /** The expected number of nodes on which a group of so many agents is. */
  double nodesOf(int groupSize) {
    return isSpread ? nodes * (1 - Math.pow(1 - 1.0 / nodes, groupSize)) : 1;
  }

  /** The same nodes with another number of agents. */
  Layout with(double others) {
    return new Layout(title, others, nodes, isSpread);
  }
}

package dev.parley.war.scale;

import java.util.Map;

/** A cost that grows by the same amount with each node. */
record Line(double base, double perNode) {

  /** The line with the least squares of errors; a flat one where there is one number of nodes. */
  static Line through(Map<Integer, Double> costs) {
    double count = costs.size();
    double meanNodes = costs.keySet().stream().mapToInt(Integer::intValue).sum() / count;
    double meanCost = costs.values().stream().mapToDouble(Double::doubleValue).sum() / count;
    double products = 0;
    double squares = 0;
    for (Map.Entry<Integer, Double> cost : costs.entrySet()) {
      double nodes = cost.getKey() - meanNodes;
      products += nodes * (cost.getValue() - meanCost);
      squares += nodes * nodes;
    }
    double perNode = squares == 0 ? 0 : products / squares;
    return new Line(meanCost - perNode * meanNodes, perNode);
  }

  double at(double nodes) {
    return base + perNode * nodes;
  }

  Line times(double factor) {
    return new Line(base * factor, perNode * factor);
  }
}

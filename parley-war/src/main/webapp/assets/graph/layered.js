// Layers of nodes by the library: the one place that knows it.

import "../lib/dagre.min.js";

const { dagre } = globalThis;

const BESIDE = 20;
const BETWEEN = 56;
const MANY = 150;

/**
 * @param {number[]} nodes
 * @param {Array<{from: number, to: number}>} edges
 * @param {string} direction of time, `right` or `down`
 * @param {{width: number, height: number}} size of a node
 * @returns the upper left corners of the nodes, the bends of the edges, and the size of the whole
 */
export function layered(nodes, edges, direction, { width, height }) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({
    rankdir: direction === "right" ? "LR" : "TB",
    nodesep: BESIDE,
    ranksep: BETWEEN,
    ranker: nodes.length > MANY ? "longest-path" : "network-simplex",
  });
  for (const node of nodes) graph.setNode(String(node), { width, height });
  for (const { from, to } of edges) graph.setEdge(String(from), String(to), {});
  dagre.layout(graph);
  const whole = graph.graph();
  return {
    places: nodes.map((node) => {
      const { x, y } = graph.node(String(node));
      return { x: x - width / 2, y: y - height / 2 };
    }),
    bends: edges.map(({ from, to }) => graph.edge(String(from), String(to)).points),
    width: whole.width,
    height: whole.height,
  };
}

// Lays out a graph. What hangs together is laid out by itself, which is quicker; the parts are then
// put beside each other like words on lines.

import { layered } from "./layered.js";

const APART = 32;
const WIDER = 1.6;

onmessage = ({ data }) => {
  const { count, edges, direction, width, height } = data;
  const size = { width, height };
  const parts = partsOf(count, edges).map((part) => ({ ...part, ...layered(part.nodes, part.edges, direction, size) }));
  const page = placed(parts, direction);
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  const partOf = new Int32Array(count);
  const lines = new Array(edges.length);
  for (const [number, part] of parts.entries()) {
    part.nodes.forEach((node, i) => {
      partOf[node] = number;
      xs[node] = part.left + part.places[i].x;
      ys[node] = part.top + part.places[i].y;
    });
    part.edges.forEach(({ index }, i) => {
      lines[index] = curve(part.bends[i].map(({ x, y }) => [part.left + x, part.top + y]));
    });
  }
  postMessage({ xs, ys, partOf, lines, ...page });
};

/** The nodes that hang together, with their edges; the largest first. */
function partsOf(count, edges) {
  const root = Array.from({ length: count }, (_, i) => i);
  const find = (i) => {
    while (root[i] !== i) i = root[i] = root[root[i]];
    return i;
  };
  for (const [a, b] of edges) root[find(a)] = find(b);
  const parts = new Map();
  for (let i = 0; i < count; i++) {
    const of = find(i);
    if (!parts.has(of)) parts.set(of, { nodes: [], edges: [] });
    parts.get(of).nodes.push(i);
  }
  edges.forEach(([from, to], index) => parts.get(find(from)).edges.push({ from, to, index }));
  return [...parts.values()].sort((a, b) => b.nodes.length - a.nodes.length);
}

/** Gives each part its place, in lines across the way of time; answers how large the whole is. */
function placed(parts, direction) {
  const isRight = direction === "right";
  const area = parts.reduce((sum, { width, height }) => sum + (width + APART) * (height + APART), 0);
  const widest = Math.max(...parts.map(({ width }) => width));
  const limit = isRight ? Math.max(widest, WIDER * Math.sqrt(area)) : widest;
  let [left, top, line, width] = [0, 0, 0, 0];
  for (const part of parts) {
    if (left > 0 && left + part.width > limit) {
      top += line + APART;
      left = 0;
      line = 0;
    }
    part.left = left;
    part.top = top;
    left += part.width + APART;
    line = Math.max(line, part.height);
    width = Math.max(width, part.left + part.width);
  }
  return { width, height: top + line };
}

const round = (n) => Math.round(10 * n) / 10;
const point = ([x, y]) => `${round(x)} ${round(y)}`;

/** A path through the bends that has no corners. */
function curve(points) {
  const last = points.length - 1;
  if (last < 2) return `M${points.map(point).join("L")}`;
  let path = `M${point(points[0])}`;
  for (let i = 1; i < last - 1; i++) {
    const [a, b] = [points[i], points[i + 1]];
    path += `Q${point(a)} ${point([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])}`;
  }
  return `${path}Q${point(points[last - 1])} ${point(points[last])}`;
}

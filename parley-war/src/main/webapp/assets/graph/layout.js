// Where the tasks of a graph stand. Worked out beside the page, which stays quick meanwhile.

import { changed } from "../store.js";
import { shapeOf } from "./model.js";

export const WIDTH = 208;
export const HEIGHT = 76;

/**
 * @typedef {object} Layout
 * @property {string} shape what it was made for
 * @property {string} direction in which time goes, `right` or `down`
 * @property {Map<string, {x: number, y: number, part: number}>} places the upper left corners and what hangs
 *     together, by task
 * @property {Map<string, string>} lines the paths of the edges, by `from>to`
 * @property {number} width
 * @property {number} height
 */

let worker = null;
begin(); // the library is read while the tasks are
let asked = null;
let waiting = null;
/** @type {?Layout} */
let made = null;
let problem = null;

/**
 * The layout of this graph; while that is being made, the one before it, or null.
 *
 * @returns {{layout: ?Layout, problem: ?Error}}
 */
export function layoutOf(graph, direction) {
  const shape = shapeOf(graph, direction);
  if (made?.shape !== shape && !problem) ask(shape, graph, direction);
  return { layout: made, problem };
}

/** One is made at a time; of those that were asked for meanwhile, the last. */
function ask(shape, { linked, edges }, direction) {
  if (asked?.shape === shape || waiting?.shape === shape) return;
  const ids = linked.map(({ task }) => task.id);
  const index = new Map(ids.map((id, i) => [id, i]));
  const job = { shape, direction, ids, edges: edges.map(([a, b]) => [index.get(a.task.id), index.get(b.task.id)]) };
  if (asked) waiting = job;
  else send(job);
}

function send(job) {
  asked = job;
  if (!worker) begin();
  worker.postMessage({ count: job.ids.length, edges: job.edges, direction: job.direction, width: WIDTH, height: HEIGHT });
}

function begin() {
  const one = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  one.onmessage = ({ data }) => arrived(data);
  one.onerror = () => {
    if (asked) arrived(null);
    else if (worker === one) worker = null; // begun again when it is needed
  };
  worker = one;
}

function arrived(answer) {
  const { shape, direction, ids, edges } = asked;
  asked = null;
  if (answer) {
    problem = null;
    made = {
      shape,
      direction,
      places: new Map(ids.map((id, i) => [id, { x: answer.xs[i], y: answer.ys[i], part: answer.partOf[i] }])),
      lines: new Map(edges.map(([a, b], i) => [`${ids[a]}>${ids[b]}`, answer.lines[i]])),
      width: answer.width,
      height: answer.height,
    };
  } else {
    worker?.terminate();
    worker = null;
    problem = new Error("The graph could not be laid out.");
  }
  if (waiting) {
    const next = waiting;
    waiting = null;
    send(next);
  }
  changed();
}

/** Lets a graph that could not be laid out be tried again. */
export function retry() {
  problem = null;
  changed();
}

// The picture of a graph: tasks as boxes that are links, dependencies as lines that go with time.

import { html, noChange, nothing, svg } from "../lib/lit-html/lit-html.js";
import { Directive, directive } from "../lib/lit-html/directive.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { count } from "../format.js";
import { icon } from "../icons.js";
import { avatar, empty, loading, refused } from "../parts.js";
import { at, instead, withQuery } from "../router.js";
import { changed } from "../store.js";
import { HEIGHT, layoutOf, retry, WIDTH } from "./layout.js";
import { graphOf, STANDINGS } from "./model.js";
import { actual, fit, follow, forgetUnless, framed, larger, scale, smaller } from "./viewport.js";

const ALONE = 60;
const NAMED = 5;
const narrow = matchMedia("(max-width: 767px)");

/** The task that the keys move from. */
let current = null;
let shownAlone = ALONE;
let session = null;

/** Styles set one by one: the page's policy lets no attribute set them. */
const styled = directive(
  class extends Directive {
    render() {
      return noChange;
    }

    update({ element }, [styles]) {
      for (const [name, value] of Object.entries(styles)) {
        if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
      }
      return noChange;
    }
  },
);

export function tools(route, tasks) {
  if (tasks.tasks.size === 0) return nothing;
  const show = route.query.show ?? "";
  const choice = (value, name) => html`<option value=${value} ?selected=${value === show}>${name}</option>`;
  return html`<label class="field-inline">
      <span class="unseen">Tasks shown</span>
      <select
        class="input"
        @change=${({ target }) => instead(withQuery(route, { show: target.value || null }))}
      >
        ${choice("", "All tasks")} ${choice("open", "Only open")}
        ${Object.entries(STANDINGS).map(([value, { name }]) => choice(value, name))}
      </select>
    </label>
    <div class="graph-zoom" role="group" aria-label="Zoom">
      <button type="button" class="button" aria-label="Zoom out" title="Zoom out (-)" @click=${smaller}>−</button>
      <span class="graph-scale" aria-live="off">${Math.round(100 * scale())} %</span>
      <button type="button" class="button" aria-label="Zoom in" title="Zoom in (+)" @click=${larger}>+</button>
      <button type="button" class="button" title="Fit into the window (0)" @click=${fit}>Fit</button>
    </div>`;
}

export function picture(route, tasks) {
  if (route.params.session !== session) {
    session = route.params.session;
    current = null;
    shownAlone = ALONE;
  }
  forgetUnless(session);
  if (tasks.tasks.size === 0) {
    return empty(
      "No tasks yet",
      html`Agents make them with <code>create_task</code>; <code>depends_on</code> says what a task waits for.`,
    );
  }
  const graph = graphOf(tasks, route.query.show ?? "");
  if (graph.byId.size === 0) return empty("No such task", html`Choose “All tasks” to see the others.`);
  return html`<div class="graph">
    ${graph.linked.length ? linked(graph) : nothing} ${graph.alone.length ? alone(graph) : nothing}
  </div>`;
}

function linked(graph) {
  const { layout, problem } = layoutOf(graph, narrow.matches ? "down" : "right");
  if (problem) return refused(problem, retry);
  const nodes = layout ? graph.linked.filter(({ task }) => layout.places.has(task.id)) : [];
  if (nodes.length === 0) return loading("the graph");
  inOrder(nodes, layout);
  if (!nodes.some(({ task }) => task.id === current)) current = nodes[0].task.id;
  const first = nodes.find(({ standing }) => standing !== "done");
  follow(layout, first?.task.id, current);
  const zoom = scale();
  return html`<section
    class="graph-frame scroll graph-${layout.direction}"
    aria-label="Dependencies"
    @keydown=${(event) => onKey(event, nodes, layout)}
    ${ref(framed)}
  >
    <div
      class="graph-sized"
      ${styled({ width: `${layout.width * zoom}px`, height: `${layout.height * zoom}px` })}
    >
      <div class="graph-canvas" ${styled({ transform: `scale(${zoom})` })}>
        ${lines(graph, layout)}
        <ul data-rows aria-label="Tasks with dependencies, in the order in which they can be done" @focusin=${focused}>
          ${repeat(nodes, ({ task }) => task.id, (node) => html`<li>${box(node, layout.places.get(node.task.id))}</li>`)}
        </ul>
      </div>
    </div>
  </section>`;
}

/** What hangs together, as time goes, and beside each other where it is the same. */
function inOrder(nodes, { direction, places }) {
  const [along, across] = direction === "right" ? ["x", "y"] : ["y", "x"];
  nodes.sort((a, b) => {
    const [one, other] = [places.get(a.task.id), places.get(b.task.id)];
    return one.part - other.part || one[along] - other[along] || one[across] - other[across];
  });
}

function box(node, { x, y }) {
  const { task, standing, needs, neededBy } = node;
  const isCurrent = task.id === current;
  const open = needs.filter((needed) => needed.standing !== "done");
  return guard([task, standing, x, y, isCurrent, named(needs), neededBy.length], () => {
    return html`<a
      class="node node-${standing}"
      data-row
      data-node=${task.id}
      tabindex=${isCurrent ? 0 : -1}
      href=${at`sessions/${session}/tasks/${task.id}`}
      title=${task.title}
      aria-label=${said(node)}
      ${styled({ left: `${x}px`, top: `${y}px`, width: `${WIDTH}px`, height: `${HEIGHT}px` })}
    >
      <span class="node-title" dir="auto">${task.title || "(no title)"}</span>
      ${foot(task, standing, standing === "blocked" ? ` by ${open.length}` : "")}
    </a>`;
  });
}

function foot(task, standing, more = "") {
  const { name, icon: drawn } = STANDINGS[standing];
  return html`<span class="node-foot">
    <span class="node-standing">${icon(drawn)}${name}${more}</span>
    ${task.assignee
      ? html`<span class="node-who">${avatar(task.assignee)}<bdi class="cut">${task.assignee}</bdi></span>`
      : nothing}
  </span>`;
}

/** Everything the picture shows of a task, in words. */
function said({ task, standing, needs, neededBy }) {
  return [
    task.title || "(no title)",
    STANDINGS[standing].name,
    task.assignee ? `assignee ${task.assignee}` : "no assignee",
    needs.length ? `waits for ${named(needs)}` : null,
    neededBy.length ? `blocks ${count(neededBy.length, "task")}` : null,
  ]
    .filter(Boolean)
    .join(", ");
}

function named(nodes) {
  const names = nodes.slice(0, NAMED).map(({ task, standing }) => `${task.title} (${STANDINGS[standing].name})`);
  return names.join(", ") + (nodes.length > NAMED ? ` and ${nodes.length - NAMED} more` : "");
}

const lines = ({ edges }, { width, height, lines: paths }) => html`<svg
    class="graph-lines" width=${width} height=${height} aria-hidden="true" focusable="false">
    <defs>${["open", "done", "current"].map(arrow)}</defs>
    ${edges.map(([from, to]) => {
      const path = paths.get(`${from.task.id}>${to.task.id}`);
      if (!path) return nothing;
      const isCurrent = from.task.id === current || to.task.id === current;
      const kind = isCurrent ? "current" : from.standing === "done" ? "done" : "open";
      return svg`<path class="line line-${kind}" d=${path} marker-end="url(#arrow-${kind})"></path>`;
    })}
  </svg>`;

const arrow = (kind) => svg`<marker id="arrow-${kind}" class="arrow arrow-${kind}" viewBox="0 0 10 10"
    refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
    <path d="M0 0 10 5 0 10z"></path>
  </marker>`;

function alone(graph) {
  const isOnly = graph.linked.length === 0;
  return html`<details class="graph-alone panel ${isOnly ? "graph-only" : ""}" ?open=${isOnly || !narrow.matches}>
    <summary>
      <h2>Without dependencies</h2>
      <span class="count-plain">${graph.alone.length}</span>
    </summary>
    <ul class="alone scroll" data-rows tabindex="0" aria-label="Tasks without dependencies">
      ${repeat(
        graph.alone.slice(0, shownAlone),
        ({ task }) => task.id,
        ({ task, standing }) => html`<li>
          <a
            class="node node-${standing}"
            data-row
            data-node=${task.id}
            href=${at`sessions/${session}/tasks/${task.id}`}
            title=${task.title}
          >
            <span class="node-title" dir="auto">${task.title || "(no title)"}</span>
            ${foot(task, standing)}
          </a>
        </li>`,
      )}
      ${graph.alone.length > shownAlone
        ? html`<li>
            <button
              type="button"
              class="button button-wide"
              @click=${() => {
                shownAlone += 2 * ALONE;
                changed();
              }}
            >
              ${graph.alone.length - shownAlone} more
            </button>
          </li>`
        : nothing}
    </ul>
  </details>`;
}

function focused({ target }) {
  const { node } = target.closest("[data-node]")?.dataset ?? {};
  if (!node || node === current) return;
  current = node;
  changed();
}

const WAYS = {
  right: { ArrowRight: "later", ArrowLeft: "earlier", ArrowDown: "next", ArrowUp: "previous" },
  down: { ArrowDown: "later", ArrowUp: "earlier", ArrowRight: "next", ArrowLeft: "previous" },
};

const ZOOMS = { "+": larger, "=": larger, "-": smaller, 0: fit, 1: actual };

function onKey(event, nodes, layout) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const zoom = ZOOMS[event.key];
  const to = zoom ? null : target(event.key, nodes, layout);
  if (!zoom && !to) return;
  event.preventDefault();
  if (zoom) zoom();
  else move(event.currentTarget, to.task.id);
}

/** Where a key leads: along a dependency, or to what is beside. */
function target(key, nodes, { direction, places }) {
  if (key === "Home") return nodes[0];
  if (key === "End") return nodes.at(-1);
  const way = WAYS[direction][key];
  const here = nodes.find(({ task }) => task.id === current);
  if (!way || !here) return null;
  const [along, across] = direction === "right" ? ["x", "y"] : ["y", "x"];
  const from = places.get(here.task.id);
  const away = (node, name) => places.get(node.task.id)[name] - from[name];
  const nearest = (among, distance) =>
    among
      .filter((node) => node !== here && places.has(node.task.id))
      .reduce((best, node) => (best && distance(best) <= distance(node) ? best : node), null);
  if (way === "later") return nearest(here.neededBy, (node) => Math.abs(away(node, across)));
  if (way === "earlier") return nearest(here.needs, (node) => Math.abs(away(node, across)));
  const side = way === "next" ? 1 : -1;
  return nearest(
    nodes.filter((node) => side * away(node, across) > 0),
    (node) => Math.abs(away(node, across)) + 2 * Math.abs(away(node, along)),
  );
}

function move(frame, id) {
  const link = frame.querySelector(`[data-node="${CSS.escape(id)}"]`);
  if (!link) return;
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

narrow.addEventListener("change", changed);

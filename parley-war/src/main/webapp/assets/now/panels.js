// The panels on both sides of the feed: how wide they are, and which are folded to their edge.

import { icon } from "../icons.js";
import { html } from "../lib/lit-html/lit-html.js";
import { keepObject, keptObject } from "../storage.js";
import { afterDrawing, changed } from "../store.js";

const KEY = "now-panels";
const STEP = 16;
/** Up to this width of the window the right panel stands below the feed. */
const narrow = matchMedia("(max-width: 1180px)");

/**
 * @typedef {object} Panel
 * @property {string} name as it is read
 * @property {number} min the least width
 * @property {number} max the greatest width
 * @property {number} share the most it may have of the view
 * @property {() => number} usual the width before anybody chose one
 * @property {1|-1} grows to which side it grows
 */

/** @type {Record<string, Panel>} */
const PANELS = {
  agents: { name: "Agents", min: 200, max: 520, share: 0.36, usual: () => (narrow.matches ? 240 : 288), grows: 1 },
  rest: { name: "Board and unread", min: 200, max: 480, share: 0.3, usual: () => 272, grows: -1 },
};

/** The choices made in this browser. */
const { widths, folded } = keptObject(KEY, {});
const chosen = { widths: { ...widths }, folded: { ...folded } };

/** The width of the view; before it was drawn, there is no bound but the panels' own. */
let room = Infinity;

let observed = null;

const sizes = new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width === room || !contentRect.width) return;
  room = contentRect.width;
  changed();
});

const maxOf = ({ min, max, share }) => Math.max(min, Math.min(max, Math.floor(room * share)));

const widthOf = (id) => {
  const panel = PANELS[id];
  const width = Number.isFinite(chosen.widths[id]) ? chosen.widths[id] : panel.usual();
  return Math.round(Math.min(maxOf(panel), Math.max(panel.min, width)));
};

export const isFolded = (id) => chosen.folded[id] === true;

/** For lit's `ref`, at the element around all panels. */
export function layout(element) {
  if (!element) return;
  if (element !== observed) {
    sizes.disconnect();
    sizes.observe(element);
    observed = element;
  }
  for (const id of Object.keys(PANELS)) {
    const width = `${widthOf(id)}px`;
    if (element.style.getPropertyValue(`--now-${id}`) !== width) element.style.setProperty(`--now-${id}`, width);
  }
}

function choose(id, width) {
  const panel = PANELS[id];
  chosen.widths[id] = Math.min(maxOf(panel), Math.max(panel.min, width));
  changed();
}

const keep = () => keepObject(KEY, chosen);

function fold(id, isFolded) {
  chosen.folded[id] = isFolded;
  keep();
  changed();
  afterDrawing(() => document.querySelector(`.now [data-fold="${id}"][aria-expanded="${!isFolded}"]`)?.focus());
}

/** The button in the head of a panel that folds it. */
export const foldButton = (id) => html`<button
  type="button"
  class="icon-button now-fold wide-only"
  data-fold=${id}
  aria-expanded="true"
  aria-controls="now-${id}"
  aria-label=${`Fold ${PANELS[id].name}`}
  title="Fold"
  @click=${() => fold(id, true)}
>
  ${icon(PANELS[id].grows > 0 ? "back" : "next")}
</button>`;

/** The edge of a panel, which is dragged or moved by keys; of one that is folded, its rail. */
export const edge = (id) => (isFolded(id) ? rail(id) : separator(id));

const rail = (id) => html`<button
  type="button"
  class="now-rail now-edge-${id} panel wide-only"
  data-fold=${id}
  aria-expanded="false"
  aria-controls="now-${id}"
  aria-label=${`Unfold ${PANELS[id].name}`}
  @click=${() => fold(id, false)}
>
  ${icon(PANELS[id].grows > 0 ? "next" : "back")}<span aria-hidden="true">${PANELS[id].name}</span>
</button>`;

const separator = (id) => html`<div
  class="now-separator now-edge-${id} wide-only"
  role="separator"
  tabindex="0"
  aria-orientation="vertical"
  aria-controls="now-${id}"
  aria-label=${`Width of ${PANELS[id].name}`}
  aria-valuemin=${PANELS[id].min}
  aria-valuemax=${maxOf(PANELS[id])}
  aria-valuenow=${widthOf(id)}
  title="Drag, or use the arrow keys; Enter folds"
  @pointerdown=${(event) => drag(event, id)}
  @dblclick=${() => {
    delete chosen.widths[id];
    keep();
    changed();
  }}
  @keydown=${(event) => move(event, id)}
></div>`;

/** The edge follows the pointer until it is let go. */
function drag(event, id) {
  if (event.button !== 0) return;
  const { currentTarget: handle, clientX: from, pointerId } = event;
  const width = widthOf(id);
  const follow = ({ clientX }) => choose(id, width + PANELS[id].grows * (clientX - from));
  handle.setPointerCapture(pointerId);
  handle.addEventListener("pointermove", follow);
  handle.addEventListener(
    "lostpointercapture",
    () => {
      handle.removeEventListener("pointermove", follow);
      keep();
    },
    { once: true },
  );
}

function move(event, id) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { min, grows } = PANELS[id];
  const width = widthOf(id);
  switch (event.key) {
    case "ArrowLeft":
      choose(id, width - grows * STEP);
      break;
    case "ArrowRight":
      choose(id, width + grows * STEP);
      break;
    case "Home":
      choose(id, min);
      break;
    case "End":
      choose(id, maxOf(PANELS[id]));
      break;
    case "Enter":
      fold(id, true);
      break;
    default:
      return;
  }
  event.preventDefault();
  keep();
}

// The views of the page. One is loaded when it is shown for the first time, the others after it, so that a place of
// the page opens without the modules of all the others.

import { html } from "./lib/lit-html/lit-html.js";
import { empty, head, loading } from "./parts.js";
import { changed, state, subscribe } from "./store.js";
import * as nowhere from "./views/nowhere.js";

const NAMES = [
  "now", "session", "board", "task", "artifacts", "room", "rooms", "sessions", "search", "graph", "timeline", "charts",
  "memory", "team", "health", "replay", "compare", "access", "audit",
];

/** The time in ms before the others are loaded: what the first view shows is read before. */
const PAUSE = 3000;

/** @typedef {{title: (route: object) => string, view: (route: object) => any}} View */

/** @type {Map<string, View>} what is drawn of each view that was asked for: itself, or why it is not here */
const drawn = new Map();
/** @type {Map<string, Promise<void>>} */
const loads = new Map();

const ARRIVES = { title: () => "Opening", view: () => loading("the view") };

/** Some browsers remember that a module could not be loaded until the page is loaded again. */
const FAILED = {
  title: () => "Not loaded",
  view: () => html`${head("Not loaded")}
    ${empty(
      "This view could not be loaded",
      html`The server did not answer, or it was replaced by another version.
        <button type="button" class="button" @click=${() => location.reload()}>Reload the page</button>`,
    )}`,
};

/** @returns {View} the view of that name; another one in its place until it is loaded */
export function viewOf(name) {
  if (!NAMES.includes(name)) return nowhere;
  if (!drawn.has(name)) loadView(name);
  return drawn.get(name);
}

/**
 * Loads a view that is not here yet, and one that could not be loaded again.
 *
 * @param {string} name
 * @returns {Promise<void>} done when the view can be drawn, or why it cannot
 */
export function loadView(name) {
  if (!NAMES.includes(name)) return Promise.resolve();
  if (!loads.has(name)) {
    drawn.set(name, ARRIVES);
    loads.set(name, arrival(name));
  }
  return loads.get(name);
}

async function arrival(name) {
  try {
    drawn.set(name, await import(`./views/${name}.js`));
  } catch (problem) {
    console.warn(problem);
    drawn.set(name, FAILED);
    loads.delete(name);
  }
  changed();
}

/** Loads the views that nobody has opened yet, one by one, some time after the server answered for the first time. */
export function loadTheRest() {
  const unsubscribe = subscribe(() => {
    if (state.connection.phase !== "live") return;
    unsubscribe();
    setTimeout(loadAll, PAUSE);
  });
}

async function loadAll() {
  for (const name of NAMES) {
    if (state.connection.phase !== "live") return;
    await loadView(name);
  }
}

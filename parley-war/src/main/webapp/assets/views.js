// The views of the page. One is loaded when it is shown for the first time, the others after it, so that a place of
// the page opens without the modules of all the others.

import { html } from "./lib/lit-html/lit-html.js";
import { Loaded } from "./loaded.js";
import { empty, head, loading } from "./parts.js";
import { state, subscribe } from "./store.js";
import * as nowhere from "./views/nowhere.js";

const NAMES = [
  "now", "session", "board", "task", "artifacts", "room", "rooms", "sessions", "search", "graph", "timeline", "charts",
  "memory", "team", "health", "replay", "compare", "access", "audit",
];

/** The time in ms before the others are loaded: what the first view shows is read before. */
const PAUSE = 3000;

/** @typedef {{title: (route: object) => string, view: (route: object) => any}} View */

const views = new Map(NAMES.map((name) => [name, new Loaded("this view", `./views/${name}.js`)]));

const ARRIVES = { title: () => "Opening", view: () => loading("the view") };

/** Some browsers remember that a module could not be loaded, until the page is loaded again. */
const failed = ({ problem }) => ({
  title: () => "Not loaded",
  view: () => html`${head("Not loaded")}
    ${empty(
      problem.message,
      html`The server did not answer, or it was replaced by another version.
        <button type="button" class="button" @click=${() => location.reload()}>Reload the page</button>`,
    )}`,
});

/** @returns {View} the view of that name; another one in its place until it is loaded */
export function viewOf(name) {
  const loaded = views.get(name);
  if (!loaded) return nowhere;
  loaded.load();
  return loaded.module ?? (loaded.problem ? failed(loaded) : ARRIVES);
}

/**
 * Loads a view that is not here yet, and tries one again that could not be loaded.
 *
 * @param {string} name
 * @returns {Promise<void>} done when the view can be drawn, or why it cannot
 */
export function loadView(name) {
  const loaded = views.get(name);
  if (loaded?.problem) loaded.again();
  return loaded?.load() ?? Promise.resolve();
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

// Keys for those who do not reach for the mouse. They do nothing while one writes.

import { at, go } from "./router.js";
import { set, state } from "./store.js";

export const PLACES = {
  n: ["now", "Now"],
  r: ["rooms", "Rooms"],
  b: ["board", "Board"],
  d: ["graph", "Graph"],
  l: ["timeline", "Timeline"],
  c: ["charts", "Charts"],
  a: ["artifacts", "Artifacts"],
  s: ["sessions", "Sessions"],
  v: ["compare", "Compare"],
  t: ["team", "Team"],
  m: ["memory", "Memory"],
  p: ["access", "Access"],
  u: ["audit", "Audit"],
  h: ["health", "Health"],
};

const OF_SESSION = ["board", "graph", "timeline", "charts", "artifacts"];

/** The address of a place of the menu; those of a session mean the one shown, else the current one. */
export function placeAddress(view) {
  const session = state.route.params.session ?? state.session;
  if (OF_SESSION.includes(view)) {
    return session ? `${at`sessions/${session}`}/${view}` : `#/sessions?for=${view}`;
  }
  if (view === "compare") return session ? `#/compare?${new URLSearchParams({ a: session })}` : "#/compare";
  return `#/${view}`;
}

let awaitsPlace = 0;

export function startKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      escape(event);
      return;
    }
    if (!state.me || state.dialog || event.target.closest?.("input, textarea, select, dialog")) return;
    if (awaitsPlace > performance.now() && PLACES[event.key]) {
      awaitsPlace = 0;
      go(placeAddress(PLACES[event.key][0]));
      event.preventDefault();
      return;
    }
    awaitsPlace = 0;
    const action = ACTIONS[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
}

const ACTIONS = {
  g: () => {
    awaitsPlace = performance.now() + 1500;
  },
  "/": () => document.getElementById("search")?.focus(),
  "?": () => set({ dialog: "help" }),
  w: () => set({ dialog: "waiting" }),
  j: () => step(1),
  k: () => step(-1),
  h: () => aside(-1),
  l: () => aside(1),
  c: () => {
    const button = document.querySelector("main [data-new]");
    button?.click();
    return Boolean(button);
  },
  m: (event) => {
    const button = event.target.closest?.("li")?.querySelector("[data-move]");
    button?.click();
    return Boolean(button);
  },
  y: (event) => {
    const button = event.target.closest?.("[data-row]")?.querySelector("[data-copy]");
    button?.click();
    return Boolean(button);
  },
  Enter: (event) => {
    if (!event.target.matches?.("[data-row]")) return false;
    return (event.target.querySelector("[data-open]") ?? event.target).click();
  },
};

const rowsOf = (scope) => [...(scope?.querySelectorAll("[data-row]") ?? [])].filter((row) => row.offsetParent);

/** The list the focus is in or on; else the first one that is shown. */
function listHere() {
  const focused = document.activeElement;
  return (
    focused?.closest?.("[data-rows]") ??
    focused?.closest?.("main section")?.querySelector("[data-rows]") ??
    [...document.querySelectorAll("main [data-rows]")].find((list) => list.offsetParent)
  );
}

/** To the list beside, as from one column of the board to the next. */
function aside(by) {
  const lists = [...document.querySelectorAll("main [data-rows]")].filter((list) => rowsOf(list).length);
  const here = lists.indexOf(listHere());
  const next = lists[Math.min(lists.length - 1, Math.max(0, here + by))];
  if (!next) return;
  const rows = rowsOf(next);
  const row = next.dataset.rows === "end" ? rows.at(-1) : rows[0];
  row.focus();
  row.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const current = document.activeElement?.closest?.("[data-row]");
  const scope = listHere();
  const rows = rowsOf(scope);
  if (rows.length === 0) return;
  const here = rows.indexOf(current);
  const start = scope.dataset.rows === "end" ? rows.length - 1 : 0;
  const next = here < 0 ? start : Math.min(rows.length - 1, Math.max(0, here + by));
  rows[next].focus();
  rows[next].scrollIntoView({ block: "nearest" });
}

function escape(event) {
  if (state.dialog) {
    set({ dialog: null });
    return;
  }
  if (event.target.closest?.("dialog")) return;
  const close = document.querySelector("main [data-close]");
  const up = document.querySelector("main a[data-up]");
  if (event.target.matches?.("input, textarea")) event.target.blur();
  else if (close) close.click();
  else if (state.focus) set({ focus: null });
  else if (up) up.click();
  else document.activeElement?.blur?.();
}

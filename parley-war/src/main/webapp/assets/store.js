// One state, drawn at most once a frame however often it changes.

import { Feed } from "./feed.js";

export const state = {
  /** @type {null|{name: string, workspace: string, needsToken: boolean, issuer: ?string, endSession: ?string, version: string, instance: ?string}} */
  me: null,
  /** Set while nobody is logged in: what the login form needs to know. */
  login: null,
  /** @type {{phase: "connecting"|"live"|"waiting"|"offline"|"paused", retryAt: number, attempt: number}} */
  connection: { phase: "connecting", retryAt: 0, attempt: 0 },
  route: { view: "now", params: {}, query: {}, path: "#/now" },
  /** The workspaces the person may see, by name. */
  workspaces: [],
  /** The workspace that this page followed another one to, until that is put away. */
  followedTo: null,
  /** The session this page is about. */
  session: null,
  /** The workspace's current session, the one that was started last. */
  current: null,
  /** The current session whose notice was put away. */
  passed: null,
  /** @type {Map<string, object>} agents by id */
  agents: new Map(),
  agentsLoaded: false,
  /** @type {?Array<{name: string, durable: boolean, membersCount: number, nickname: ?string}>} */
  rooms: null,
  feed: new Feed(),
  /** The agent everything is narrowed to, or null. */
  focus: null,
  dialog: null,
};

const listeners = new Set();
let asked = false;

/** Says that the state changed; those who listen hear it once, in the next frame. */
export function changed() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    for (const listener of listeners) listener();
  });
}

/** Calls it when what is changed now has been drawn. */
export const afterDrawing = (act) => requestAnimationFrame(() => requestAnimationFrame(act));

export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes changes of the state's own fields and says so. */
export function set(changes) {
  Object.assign(state, changes);
  changed();
}

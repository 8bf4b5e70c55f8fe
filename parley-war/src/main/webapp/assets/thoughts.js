// The thoughts of agents that this page was told of. The server has the last one of each in the current session.

import { state } from "./store.js";

const MAX_OF_AGENT = 30;
const AGENTS = 200;
const NEWEST = 100;
/** The stream and the list of agents may give one thought times that differ by less. */
const SAME = 2000;

/** @type {Map<string, import("./feed.js").Entry[]>} by agent, oldest first */
const told = new Map();
/** The thoughts of the list of agents that are here already. */
let listed = new WeakSet();
let count = 0;
/** Those of all agents that were told last; null after a change. */
let newest = null;

export function noteThought(agent, thought) {
  const all = told.get(agent) ?? [];
  if (all.some((one) => isSame(one, thought))) return;
  const key = `thought#${++count}`;
  all.push({ ...thought, key, id: key, kind: "thought", agent, verified: true });
  all.sort(byTime);
  told.set(agent, all.slice(-MAX_OF_AGENT));
  if (told.size > AGENTS) told.delete(told.keys().next().value);
  newest = null;
}

const byTime = (a, b) => a.at.localeCompare(b.at);

const isSame = (one, other) =>
  one.session === other.session &&
  one.text === other.text &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < SAME;

/** Notes the one that the list of agents names; the list says of no session, it is of the current one. */
function noteListed(agent, last) {
  const session = last?.session ?? state.current;
  if (!last || !session || listed.has(last)) return;
  listed.add(last);
  noteThought(agent, { ...last, session });
}

/** Those of an agent in a session, newest first, with the one that the list of agents names. */
export function thoughtsOf(session, agent, last) {
  noteListed(agent, last);
  return (told.get(agent) ?? []).filter((one) => one.session === session).reverse();
}

/** Those of all agents that came last, as entries of the feed, oldest first. */
export function newestThoughts() {
  for (const { id, thinking } of state.agents.values()) noteListed(id, thinking);
  newest ??= [...told.values()].flat().sort(byTime).slice(-NEWEST);
  return newest;
}

export function forgetThoughts() {
  told.clear();
  listed = new WeakSet();
  newest = null;
}

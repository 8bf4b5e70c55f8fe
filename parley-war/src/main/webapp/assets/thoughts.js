// The thoughts of agents that this page was told of. The server has the last one of each in the current session.

import { state } from "./store.js";

const MOST = 30;
const AGENTS = 200;
/** The stream and the list of agents may give one thought times that differ by less. */
const SAME = 2000;

/** @type {Map<string, {session: string, text: string, at: string}[]>} by agent, oldest first */
const told = new Map();

export function noteThought(agent, thought) {
  const all = told.get(agent) ?? [];
  if (all.some((one) => isSame(one, thought))) return;
  all.push(thought);
  all.sort((a, b) => a.at.localeCompare(b.at));
  told.set(agent, all.slice(-MOST));
  if (told.size > AGENTS) told.delete(told.keys().next().value);
}

const isSame = (one, other) =>
  one.session === other.session &&
  one.text === other.text &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < SAME;

/** Those of an agent in a session, newest first, with the one that the list of agents names. */
export function thoughtsOf(session, agent, last) {
  const of = last?.session ?? state.current; // the list names none
  if (last && of === session) noteThought(agent, { ...last, session });
  return (told.get(agent) ?? []).filter((one) => one.session === session).reverse();
}

export const forgetThoughts = () => told.clear();

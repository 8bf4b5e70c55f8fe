// The facts on the cards of agents beside their state: their tasks, their last act, who is new, who is awaited.

import { get, path } from "../api.js";
import { knownBoard } from "../board.js";
import { touch, use } from "../resources.js";
import { state } from "../store.js";
import { newestThoughts } from "../thoughts.js";

/** An agent is new for so long. */
const NEW = 3000;
/** A team is read again after so long. */
const AGAIN = 10_000;
/** After so long a pause nobody is known, and nobody new. */
const PAUSE = 5000;

/**
 * Those of the session's team who are not among its agents, as agents that are away.
 *
 * @param {Map<string, object>} agents by id
 */
export function awayAgents(agents) {
  const session = state.current;
  if (!session || !state.agentsLoaded) return [];
  const team = use(`team:${session}`, () => get(path`sessions/${session}/team`)).data?.items ?? [];
  readAgain(session);
  return team.filter(({ id }) => !agents.has(id)).map(away);
}

/** The session whose team was read last, and the time of it. */
let read = { session: null, at: 0 };

/** Files say nothing when they change, so the team is read again while it is drawn. */
function readAgain(session) {
  const now = performance.now();
  if (read.session === session && now - read.at < AGAIN) return;
  if (read.session === session) touch(`team:${session}`, 0);
  read = { session, at: now };
}

const away = ({ id, name, emoji }) => ({
  id,
  online: false,
  lastSeenAt: null,
  rooms: [],
  thinking: null,
  persona: { name, emoji },
  person: false,
  stopped: null,
  reach: null,
  activity: null,
  state: { kind: "away", since: null, task: null, waitsFor: null, reason: null, done: 0, tasks: 0 },
});

/** The tasks by agent, of a board in one of its versions. */
let counted = { board: null, version: -1, byAgent: new Map() };

/**
 * The tasks of an agent in the current session by status, and how many there are.
 *
 * @returns {?{todo: number, in_progress: number, in_review: number, done: number, all: number}} null for none
 */
export function tasksOf(agent, its) {
  const board = knownBoard(state.current);
  if (!board?.loaded) {
    const { done, tasks } = its;
    return tasks ? { todo: tasks - done, in_progress: 0, in_review: 0, done, all: tasks } : null;
  }
  if (counted.board !== board || counted.version !== board.version) {
    counted = { board, version: board.version, byAgent: countedIn(board) };
  }
  return counted.byAgent.get(agent) ?? null;
}

function countedIn(board) {
  const byAgent = new Map();
  for (const { assignee, status } of board.tasks.values()) {
    if (!assignee) continue;
    const counts = byAgent.get(assignee) ?? { todo: 0, in_progress: 0, in_review: 0, done: 0, all: 0 };
    counts[status]++;
    counts.all++;
    byAgent.set(assignee, counts);
  }
  return byAgent;
}

/** The time at which each agent said, thought or did something last, as far as the feed goes back. */
export function lastActs() {
  const acts = new Map();
  for (const { agent, at } of newestThoughts()) acts.set(agent, at);
  for (const { agent, at } of state.feed.entries) {
    if (agent && !(acts.get(agent) > at)) acts.set(agent, at);
  }
  return acts;
}

/** The agents that were here while somebody looked; null before that. */
let seen = null;
let looked = -Infinity;
/** @type {Map<string, number>} the times at which those came that are new */
const came = new Map();

/** Notes the agents that are here; to be called with each drawing. */
export function noteArrivals() {
  const now = performance.now();
  if (!state.agentsLoaded || now - looked > PAUSE) seen = null;
  looked = now;
  if (!state.agentsLoaded) return;
  const here = [...state.agents.values()].filter(({ online }) => online);
  if (seen === null) {
    seen = new Set(here.map(({ id }) => id));
    came.clear();
    return;
  }
  for (const { id } of here) {
    if (seen.has(id)) continue;
    seen.add(id);
    came.set(id, now);
  }
  for (const [id, when] of came) if (now - when > NEW) came.delete(id);
}

export const isNew = (agent) => came.has(agent);

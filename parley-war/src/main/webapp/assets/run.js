// The newest events of a session of some kinds, kept up by cursor; and what they say of its tasks.

import { get, path, query, unlessLost } from "./api.js";
import { use } from "./resources.js";

export const MOST = 2000;
const PAGE = 1000;
/** A page may be short where events are large. */
const PAGES = 8;
const SESSIONS = 6;

const WORK = "task_changed,review_changed";
const SAID = "message_said";

/** @typedef {{events: object[], cut: boolean}} Recent events, oldest first; whether older ones are left out */

class RecentEvents {
  /** @type {Recent} another one after each change */
  recent = { events: [], cut: false };
  #session;
  #kind;
  #most;
  #next = null;

  constructor(session, kind, most) {
    this.#session = session;
    this.#kind = kind;
    this.#most = most;
  }

  /** Done when what is here is no older than this call. */
  async read() {
    if (this.#next === null || !(await this.#readMissed())) await this.#readNewest();
    return this.recent;
  }

  async #readNewest() {
    let events = [];
    let next = null;
    let before = null;
    for (let pages = 0; pages < PAGES; pages++) {
      const page = await this.#page({ before, limit: Math.min(PAGE, this.#most - events.length) });
      next ??= page.next;
      events = [...page.items, ...events];
      before = page.previous;
      if (before === null || events.length >= this.#most) break;
    }
    this.#next = next;
    this.recent = { events, cut: before !== null };
  }

  /** Reads what came since; false where that is too much, or the log was put back to an older copy. */
  async #readMissed() {
    const missed = [];
    let next = this.#next;
    for (let pages = 0; pages < PAGES; pages++) {
      const page = await this.#page({ after: next, limit: Math.min(PAGE, this.#most) }).catch(unlessLost);
      if (page === null) return false;
      missed.push(...page.items);
      next = page.next;
      if (page.truncated) continue;
      this.#next = next;
      if (missed.length === 0) return true;
      const events = [...this.recent.events, ...missed];
      this.recent = { events: events.slice(-this.#most), cut: this.recent.cut || events.length > this.#most };
      return true;
    }
    return false;
  }

  #page(cursor) {
    return get(path`sessions/${this.#session}/events` + query({ ...cursor, kind: this.#kind }));
  }
}

/** @type {Map<string, RecentEvents>} */
const kept = new Map();

function recent(session, kind, most = MOST) {
  const key = `${session} ${kind} ${most}`;
  let known = kept.get(key);
  if (!known) {
    known = new RecentEvents(session, kind, most);
    kept.set(key, known);
    if (kept.size > SESSIONS) kept.delete(kept.keys().next().value);
  }
  return known;
}

/** The changes of tasks and reviews, as a resource that `touch("run:SESSION")` reads again. */
export const workOf = (session) => use(`run:${session}`, () => recent(session, WORK).read());

/** The messages, as a resource that `touch("talk:SESSION")` reads again. */
export const talkOf = (session) => use(`talk:${session}`, () => recent(session, SAID).read());

/** The newest of the messages alone, for a view that shows no more; `touch("talk:SESSION")` reads it again. */
export const newestTalkOf = (session, most) =>
  use(`talk:${session}/newest`, () => recent(session, SAID, most).read());

export const forgetRuns = () => kept.clear();

/**
 * What the events say of each task as it stands.
 *
 * @param {object[]} events oldest first
 * @returns {Map<string, {status: string, since: string, returned: ?string}>} by task: since when it has
 *     its status, and the status from which it was returned to the board or to its assignee
 */
export function tasksIn(events) {
  const tasks = new Map();
  for (const { kind, task, status, at } of events) {
    if (kind !== "task_changed") continue;
    const before = tasks.get(task);
    if (before?.status === status) continue;
    tasks.set(task, { status, since: at, returned: before ? returnedFrom(before.status, status) : null });
  }
  return tasks;
}

function returnedFrom(before, status) {
  const isBack = status === "todo" || (status === "in_progress" && before === "in_review");
  return isBack ? before : null;
}

/**
 * @param {object[]} events oldest first
 * @returns {Map<?string, object[]>} the pending reviews, as their events, by the one who asked for them
 */
export function pendingIn(events) {
  const pending = new Map();
  for (const event of events) {
    if (event.kind !== "review_changed") continue;
    if (event.status === "pending") pending.set(event.review, event);
    else pending.delete(event.review);
  }
  const byRequester = new Map();
  for (const event of pending.values()) {
    if (!byRequester.has(event.agent)) byRequester.set(event.agent, []);
    byRequester.get(event.agent).push(event);
  }
  return byRequester;
}

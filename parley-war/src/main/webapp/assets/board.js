// The tasks of a session as the page knows them, kept right by events between reads.

import { get, getAll, path } from "./api.js";
import { Snapshot } from "./snapshot.js";
import { changed, state } from "./store.js";

const MOST = 3;
const FEW = 5;
const PAUSE = 500;
const SHOWN_BY = ["now", "board", "graph", "timeline", "charts"];

export const STATUSES = ["todo", "in_progress", "in_review", "done"];

export class Board {
  /** @type {Map<string, object>} tasks by id, in the order of their creation */
  tasks = new Map();
  /** Another number after each change of a task, for what is made of the tasks and remembered. */
  version = 0;
  begun = false;
  loaded = false;
  problem = null;
  #session;
  #snapshot;
  #stale = new Set();
  #timer = 0;
  #blocks = null;

  constructor(session) {
    this.#session = session;
    this.#snapshot = new Snapshot(
      () => getAll(path`sessions/${session}/tasks`),
      (items) => {
        this.tasks = new Map(items.map((task) => [task.id, task]));
      },
    );
  }

  /**
   * Reads all tasks.
   *
   * @returns {Promise<?Error>} why it could not
   */
  async read() {
    this.begun = true;
    try {
      await this.#snapshot.read();
      this.loaded = true;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
    this.#blocks = null;
    this.version++;
    changed();
    return this.problem;
  }

  /** What an event says is taken at once; what it does not say is read soon. */
  tell(event) {
    this.#snapshot.tell(event.task, () => this.#apply(event));
    changed();
  }

  /** A task as the server answered with it. */
  put(task) {
    this.tasks.set(task.id, task);
    this.#blocks = null;
    this.version++;
    changed();
  }

  /** @returns {Record<string, number>} how many tasks have which status */
  counts() {
    const counts = { todo: 0, in_progress: 0, in_review: 0, done: 0 };
    for (const { status } of this.tasks.values()) counts[status]++;
    return counts;
  }

  /** The ids this one waits for. */
  blockedBy(task) {
    return (task.dependsOn ?? []).filter((id) => this.tasks.get(id)?.status !== "done");
  }

  /** The ids that wait for this one. */
  blocks(task) {
    if (task.status === "done") return [];
    if (!this.#blocks) {
      this.#blocks = new Map();
      for (const { id, dependsOn = [] } of this.tasks.values()) {
        for (const needed of dependsOn) {
          this.#blocks.set(needed, [...(this.#blocks.get(needed) ?? []), id]);
        }
      }
    }
    return this.#blocks.get(task.id) ?? [];
  }

  #apply({ task: id, title, status, assignee, at }) {
    const known = this.tasks.get(id);
    const lease = status === "in_progress" ? (known?.lease ?? null) : null;
    this.tasks.set(id, { dependsOn: [], createdAt: at, ...known, id, title, status, assignee, lease, updatedAt: at });
    this.version++;
    const wasEdited = known?.status === status && (known.assignee ?? null) === (assignee ?? null);
    if (!known || wasEdited || status === "in_progress") {
      this.#stale.add(id);
      this.refreshWhereShown();
    }
  }

  /** Reads what events leave out (priority, dependencies, lease), once a view shows it. */
  refreshWhereShown() {
    if (this.#stale.size === 0 || this.#timer || !SHOWN_BY.includes(state.route.view)) return;
    this.#timer = setTimeout(() => this.#refresh(), PAUSE);
  }

  async #refresh() {
    const stale = [...this.#stale];
    this.#stale.clear();
    const isMany = stale.length > FEW;
    if (isMany) await this.read();
    else {
      for (const id of stale) {
        const before = this.tasks.get(id);
        try {
          const task = await get(path`sessions/${this.#session}/tasks/${id}`);
          if (this.tasks.get(id) === before) this.put(task);
          else this.#stale.add(id); // told of meanwhile: the answer may be older
        } catch {
          // Shown as the event told it, until the next read.
        }
      }
    }
    const pause = isMany ? 4 * PAUSE : 0;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.refreshWhereShown();
    }, pause);
  }
}

const boards = new Map();

/** @returns {Board} of that session; a new one is read at once, or with the stream's first hello */
export function board(session) {
  let known = boards.get(session);
  if (!known) {
    known = new Board(session);
    boards.set(session, known);
    if (boards.size > MOST) boards.delete(boards.keys().next().value);
  }
  if (!known.begun && state.connection.phase !== "connecting") known.read();
  return known;
}

export const knownBoard = (session) => boards.get(session);
export const allBoards = () => boards.values();
export const forgetBoards = () => boards.clear();

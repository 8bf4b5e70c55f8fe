// A session's events, read from the beginning, and what they add up to at any moment.

import { get, path, query } from "./api.js";
import { ofEvent } from "./feed.js";
import { changed } from "./store.js";

const PAGE = 1000;
const MOST = 20_000;

export class Recording {
  /** @type {import("./feed.js").Entry[]} oldest first */
  entries = [];
  complete = false;
  /** Whether there were more than are kept. */
  cut = false;
  problem = null;
  #session;
  #tasks = new Map();
  #applied = 0;
  #next = 0;

  constructor(session) {
    this.#session = session;
  }

  async read() {
    this.problem = null;
    try {
      while (!this.complete) {
        const { items, next, truncated } = await get(path`sessions/${this.#session}/events` + query({ after: this.#next, limit: PAGE }));
        this.entries.push(...items.map(ofEvent).filter((entry) => !entry.repeats));
        this.#next = next;
        this.cut = this.entries.length >= MOST && truncated;
        this.complete = !truncated || this.cut;
        changed();
      }
    } catch (problem) {
      this.problem = problem;
    }
    changed();
  }

  get begin() {
    return this.entries.length ? Date.parse(this.entries[0].at) : 0;
  }

  get end() {
    return this.entries.length ? Date.parse(this.entries.at(-1).at) : 0;
  }

  /** How many events have happened by then. */
  countAt(moment) {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Date.parse(this.entries[middle].at) <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The tasks as they were after so many events, the one changed last at the end. */
  tasksAfter(count) {
    if (count < this.#applied) {
      this.#tasks = new Map();
      this.#applied = 0;
    }
    for (; this.#applied < count; this.#applied++) {
      const entry = this.entries[this.#applied];
      if (entry.kind !== "task") continue;
      this.#tasks.delete(entry.task);
      this.#tasks.set(entry.task, entry);
    }
    return this.#tasks;
  }

  /** How many events fall into each part of the whole. */
  density(parts) {
    const counts = new Array(parts).fill(0);
    const whole = Math.max(1, this.end - this.begin);
    for (const { at } of this.entries) {
      counts[Math.min(parts - 1, Math.floor(((Date.parse(at) - this.begin) / whole) * parts))]++;
    }
    return counts;
  }
}

// What a view needs and the first one does not: loaded when it is first shown.

import { changed } from "./store.js";

/** Done when the style sheet is there, so that nothing is shown without it. */
const styles = (file) =>
  new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(file, import.meta.url).href;
    link.onload = done;
    link.onerror = () => {
      link.remove();
      failed();
    };
    document.head.append(link);
  });

/**
 * A module, and its style sheet where it has one of its own, both named as from here; `what` it draws is said where it
 * is missing.
 */
export class Loaded {
  /** @type {?object} what the module exports, once it is here */
  module = null;
  problem = null;
  #what;
  #begin;
  #done = null;

  constructor(what, script, sheet = null) {
    this.#what = what;
    this.#begin = () => Promise.all([import(script), sheet && styles(sheet)]);
  }

  /**
   * Begins to load it, the first time.
   *
   * @returns {Promise<void>} done when it is here, or the problem is
   */
  load() {
    this.#done ??= this.#arrival();
    return this.#done;
  }

  async #arrival() {
    try {
      [this.module] = await this.#begin();
    } catch {
      this.problem = new Error(`What draws ${this.#what} could not be loaded.`);
    }
    changed();
  }

  again() {
    this.problem = null;
    this.#done = null;
    changed();
  }
}

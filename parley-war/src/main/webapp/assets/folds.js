// Runs of messages of one sender, folded to the last one.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { day } from "./format.js";
import { icon } from "./icons.js";
import { stay } from "./list.js";
import { changed } from "./store.js";

/**
 * A fold belongs to so many messages at least, and at most: a list that is folded to a few rows would
 * never fill its window, and read on to its beginning.
 */
const FEWEST = 3;
const MAX_FOLDED = 10;
const MAX_OPEN = 1000;

/** The ids of messages that were folded away and are shown again. */
const unfolded = new Set();

/**
 * @typedef {object} Fold
 * @property {string} key that of the message the run ends with
 * @property {string} at when the first of the hidden ones was said
 * @property {{id: string, at: string}[]} hidden messages, oldest first
 * @property {boolean} isOpen
 */

/**
 * The messages with a fold before the last of each run. The ones it hides follow it where it is open.
 *
 * @param {{id: string, at: string}[]} all messages, and what else stands among them
 * @param {(before: object, said: object) => boolean} goesOn whether both are of one run
 * @param {(said: object) => boolean} keeps whether it is shown whatever stands around it
 */
export function folded(all, goesOn, keeps) {
  const rows = [];
  for (const run of runs(all, goesOn, keeps)) {
    // Counted from its end: earlier messages that are read later move no fold.
    let from = 0;
    for (let to = run.length % MAX_FOLDED || MAX_FOLDED; from < run.length; to += MAX_FOLDED) {
      rows.push(...withFold(run.slice(from, to)));
      from = to;
    }
  }
  return rows;
}

function runs(all, goesOn, keeps) {
  const found = [];
  let before = null;
  for (const said of all) {
    const isKept = keeps(said);
    if (before && !isKept && goesOn(before, said)) found.at(-1).push(said);
    else found.push([said]);
    before = isKept ? null : said;
  }
  return found;
}

function withFold(messages) {
  if (messages.length < FEWEST) return messages;
  const hidden = messages.slice(0, -1);
  const last = messages.at(-1);
  const isOpen = hidden.some(({ id }) => unfolded.has(id));
  const fold = { key: `fold-${last.id}`, at: hidden[0].at, hidden, isOpen };
  return isOpen ? [fold, ...messages] : [fold, last];
}

function toggleFold({ hidden, isOpen }) {
  for (const { id } of hidden) {
    if (isOpen) unfolded.delete(id);
    else unfolded.add(id);
  }
  while (unfolded.size > MAX_OPEN) unfolded.delete(unfolded.values().next().value);
  changed();
}

/**
 * The row of a fold, in a list that keeps its place.
 *
 * @param {Fold} fold
 * @param {boolean} dayBegins whether the day is to be said above it
 * @param {string} what is folded away, and of whom
 */
export function foldRow(fold, dayBegins, what) {
  const unfold = (event) => {
    stay(event.currentTarget.closest(".scroll"));
    toggleFold(fold);
  };
  return guard(
    [fold.key, fold.hidden.length, fold.isOpen, dayBegins],
    () => html`<li class="fold" data-key=${fold.key} data-row tabindex="-1">
      ${dayBegins ? dayLine(fold.at) : nothing}
      <button type="button" class="link fold-button" data-open aria-expanded=${fold.isOpen} @click=${unfold}>
        ${icon(fold.isOpen ? "down" : "next")}<span>${fold.hidden.length} earlier<span class="unseen"> ${what}</span></span>
      </button>
    </li>`,
  );
}

/** The line above the first of a day. */
export const dayLine = (at) => html`<p class="day"><span>${day(at)}</span></p>`;

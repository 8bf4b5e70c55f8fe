// The feed of the view Now: events and messages of all rooms and the session, and thoughts; the kinds one chooses.

import { endOf } from "../ends.js";
import { continues, entryRows, KINDS } from "../entries.js";
import { folded } from "../folds.js";
import { icon } from "../icons.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { jumpToEnd, keepsPlace } from "../list.js";
import { empty, iconButton, loading, refused, who } from "../parts.js";
import { parse } from "../router.js";
import { keepObject, keptObject } from "../storage.js";
import { set, state } from "../store.js";
import { newestThoughts } from "../thoughts.js";

/** At the end as many rows are drawn as fill the window, and up to so many more: taking one away moves all. */
const MORE = 30;
const MIN_ROW = 24;

const off = new Set(keptObject("feed-off", []));
let atEnd = true;
let seenUpTo = 0;
/** While the reader is elsewhere in the feed, it stands still. */
let frozen = null;
/** The time of the last message that is folded. One said while somebody reads is not, until it is out of sight. */
let foldsUpTo = null;

// A feed that was left is folded anew. A hidden page is not left.
addEventListener("hashchange", () => {
  if (parse(location.hash).view !== "now") foldsUpTo = null;
});

/** The next person begins at the end, and sees nothing that stood still for somebody else. */
export function forgetPlace() {
  atEnd = true;
  seenUpTo = 0;
  frozen = null;
  foldsUpTo = null;
  first = null;
}

const fullWindow = () => Math.ceil(innerHeight / MIN_ROW);

/** @returns {import("../feed.js").Entry[]} what happened and what was thought, oldest first */
function everything() {
  const { entries } = state.feed;
  const thoughts = newestThoughts();
  if (thoughts.length === 0) return entries;
  const all = [];
  let next = 0;
  for (const entry of entries) {
    while (next < thoughts.length && thoughts[next].at < entry.at) all.push(thoughts[next++]);
    all.push(entry);
  }
  return all.concat(thoughts.slice(next));
}

const isAbout = (entry, agent) =>
  !agent ||
  entry.agent === agent ||
  entry.assignee === agent ||
  entry.reviewer === agent ||
  entry.message?.to === agent;

const ofFocus = (entry) => !entry.repeats && isAbout(entry, state.focus);

const wanted = (entry) => ofFocus(entry) && !off.has(entry.kind);

export function feedPanel() {
  const newest = everything();
  const all = atEnd || !frozen ? newest : frozen;
  const entries = all.filter(wanted);
  if (atEnd) seenUpTo = newest.at(-1)?.key;
  const below = atEnd ? 0 : newest.slice(newest.findLastIndex((e) => e.key === seenUpTo) + 1).filter(wanted).length;
  return html`<div class="panel-head">
      <h2 id="feed-title">Feed</h2>
      ${state.focus
        ? html`<span class="chip">
            ${icon("focus")} only ${who(state.focus)}
            ${iconButton("close", "Show everything again", () => set({ focus: null }), "chip-close")}
          </span>`
        : nothing}
    </div>
    ${filters(newest.filter(ofFocus))}
    ${!state.feed.loaded && !state.feed.problem
      ? loading("what happened")
      : state.feed.problem && newest.length === 0
        ? refused(state.feed.problem)
        : entries.length === 0
          ? empty(
              newest.length ? "Nothing of that kind yet" : "Nothing has happened yet",
              newest.length
                ? "Switch more kinds on above, or leave the focus on one agent."
                : "As soon as an agent says or does something, it appears here by itself.",
            )
          : list(entries)}
    ${below > 0
      ? html`<button type="button" class="jump" @click=${toEnd}>
          ${icon("down")} ${below > 99 ? "99+" : below} new
        </button>`
      : nothing}`;
}

function list(entries) {
  const rows = withFolds(entries);
  return html`<div class="scroll feed-scroll" tabindex="0" role="log" aria-live="off" aria-label="Feed"
    ${ref(keepsPlace({ onPlace }))}>
    <ol class="feed" data-rows="end">${entryRows(atEnd ? tail(rows) : rows)}</ol>
  </div>`;
}

function withFolds(entries) {
  if (!state.feed.loaded) return entries;
  foldsUpTo ??= entries.at(-1).at;
  const full = fullWindow();
  const outOfSight = entries.at(-full);
  if (atEnd && entries.at(-2 * full)?.at > foldsUpTo) foldsUpTo = outOfSight.at;
  return folded(entries, continues, stays);
}

/** Written to the person, a declared end, or said while the person reads: it is not folded away. */
const stays = ({ at, kind, message, text }) =>
  at > foldsUpTo ||
  (kind !== "thought" &&
    Boolean(text) &&
    (message?.to === state.me.name || text.includes(`@${state.me.name}`) || endOf(text) !== null));

let first = null;

function tail(rows) {
  const full = fullWindow();
  const from = rows.findIndex(({ key }) => key === first);
  if (from >= 0 && rows.length - from <= full + MORE) return rows.slice(from);
  const end = rows.slice(-full);
  first = end[0].key;
  return end;
}

function onPlace(isAtEnd) {
  atEnd = isAtEnd;
  frozen = isAtEnd ? null : everything().slice();
  set({});
}

function toEnd(event) {
  const list = event.currentTarget.parentElement.querySelector(".feed-scroll");
  onPlace(true);
  requestAnimationFrame(() => jumpToEnd(list));
}

/** The kinds of entries, each with the number of those that are here. */
function filters(entries) {
  const counts = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return html`<div class="filters" role="group" aria-label="What the feed shows">
    ${Object.entries(KINDS).map(
      ([kind, name]) => html`<button
        type="button"
        class="toggle"
        aria-pressed=${!off.has(kind)}
        @click=${() => show(off.has(kind) ? [...off].filter((one) => one !== kind) : [...off, kind])}
      >
        ${name} <span class="toggle-count">${counts[kind] ?? 0}</span>
      </button>`,
    )}
    <span class="filters-all">
      <button type="button" class="link" @click=${() => show([])}>All on</button>
      <button type="button" class="link" @click=${() => show(Object.keys(KINDS))}>All off</button>
    </span>
  </div>`;
}

/** Leaves out entries of these kinds, from now on. */
function show(without) {
  off.clear();
  for (const kind of without) off.add(kind);
  keepObject("feed-off", [...off]);
  set({});
}

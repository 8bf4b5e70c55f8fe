// Small pieces that several views are made of.

import { html, nothing, svg } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { END_NAMES } from "./ends.js";
import { accent, age, full, when } from "./format.js";
import { icon } from "./icons.js";
import { isPlain, rendered } from "./markdown.js";
import { at } from "./router.js";
import { state } from "./store.js";

/** Text of an agent whose direction and marks end where it ends. */
export const text = (value) => html`<bdi>${value}</bdi>`;

export const avatar = (name, emoji = null) => html`<span
  class="avatar hue-${accent(name)}"
  aria-hidden="true"
  >${emoji ?? [...name][0]?.toUpperCase() ?? "?"}</span
>`;

export const who = (name) => html`<bdi class="who hue-${accent(name)}">${name}</bdi>`;

/** Whether a name is to be marked: it was chosen, on a server where a credential now says who one is. */
export const isChosen = (verified) => verified === false && state.me?.needsToken === true;

/** The mark behind the name of a sender that had chosen it. */
export const chosenMark = html`<span class="badge" title="No credential stood behind this name when this was said"
  >unverified</span
>`;

export const time = (moment) => html`<time datetime=${moment} title=${full(moment)}>${when(moment)}</time>`;

export const since = (moment) => html`<time datetime=${moment} title=${full(moment)}>${age(moment)}</time>`;

export const STATUS_NAMES = {
  todo: "Todo",
  in_progress: "In progress",
  in_review: "In review",
  done: "Done",
};

export const VERDICT_NAMES = {
  pending: "Waiting for a verdict",
  approved: "Approved",
  changes_requested: "Changes requested",
};

export const status = (value) => html`<span class="badge status-${value}">${STATUS_NAMES[value] ?? value}</span>`;

export const verdict = (value) => html`<span class="badge verdict-${value}">${VERDICT_NAMES[value] ?? value}</span>`;

/** For those who may not change a task. */
export const onlyThese = ({ assignee, createdBy }) => html`<p class="quiet">
  Only ${text(assignee)}${createdBy === assignee ? nothing : html` and ${text(createdBy)}`} may change this task.
</p>`;

export const priority = (value) =>
  value ? html`<span class="badge priority-${value}">${value}</span>` : nothing;

export const empty = (title, advice) => html`<div class="empty">
  <p class="empty-title">${title}</p>
  <p>${advice}</p>
</div>`;

export const loading = (what) => html`<p class="loading" role="status">Reading ${what} …</p>`;

/** @param {Error} problem @param {?() => void} again */
export const refused = (problem, again = null) => html`<div class="refused" role="alert">
  <p>${problem.message}</p>
  ${again ? html`<button type="button" class="button" @click=${again}>Try again</button>` : nothing}
</div>`;

/** A resource in each of its states; what was read stays while it is read again. */
export function shown(resource, what, template) {
  if (resource.data !== null) return template(resource.data);
  return resource.problem ? refused(resource.problem) : loading(what);
}

/** The label of an end that an agent declared. */
export const endBadge = ({ kind, confidence }) => html`<span class="badge end-${kind}"
  >${END_NAMES[kind]}${confidence ? html` <span title="How sure the agent is">${confidence}</span>` : nothing}</span
>`;

/** What an agent wrote, as Markdown where there is any. */
export const prose = (value, mine = [], outline = false) =>
  guard([value, mine.join()], () =>
    isPlain(value)
      ? html`<div class="prose" dir="auto"><p>${value}</p></div>`
      : html`<div class="prose" dir="auto">${rendered(value, { mine, outline })}</div>`,
  );

/** A document of an agent: its headings are part of the page's outline. */
export const document = (value) => prose(value, [state.me.name], true);

/** Tasks by status as a scale, drawn; what is todo stays empty. The numbers are said beside it. */
export function bar(counts) {
  const names = ["done", "in_review", "in_progress"];
  const total = names.reduce((sum, name) => sum + counts[name], counts.todo) || 1;
  let from = 0;
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bar-rest" width="100" height="4"></rect>
    ${names.map((name) => {
      const width = (100 * counts[name]) / total;
      const x = from;
      from += width;
      return svg`<rect class="bar-${name}" x=${x} width=${width} height="4"></rect>`;
    })}
  </svg>`;
}

/** The parts of a session's pages. */
export function sessionTabs(session, here) {
  const tab = (view, address, name) => html`<a
    class="tab"
    href=${address}
    aria-current=${view === here ? "page" : "false"}
    >${name}</a
  >`;
  return html`<nav class="tabs" aria-label="Session">
    ${tab("session", at`sessions/${session}`, "Talk")}
    ${tab("board", at`sessions/${session}/board`, "Board")}
    ${tab("graph", at`sessions/${session}/graph`, "Graph")}
    ${tab("timeline", at`sessions/${session}/timeline`, "Timeline")}
    ${tab("charts", at`sessions/${session}/charts`, "Charts")}
    ${tab("artifacts", at`sessions/${session}/artifacts`, "Artifacts")}
    ${tab("replay", at`sessions/${session}/replay`, "Replay")}
  </nav>`;
}

export const sessionLine = (session) => html`<span class="session-line">
  <a href=${at`sessions/${session}`}>${text(session)}</a>
  ${session === state.current ? html`<span class="badge badge-live">current</span>` : nothing}
</span>`;

/** The head of a view; it is what the reader is told first. */
export const head = (title, { sub = nothing, actions = nothing, tabs = nothing } = {}) => html`<header class="head">
  <div class="head-title">
    <h1 tabindex="-1">${title}</h1>
    <div class="head-sub">${sub}</div>
  </div>
  ${tabs}
  <div class="head-actions">${actions}</div>
</header>`;

export const iconButton = (name, label, onClick, extra = "") => html`<button
  type="button"
  class="icon-button ${extra}"
  aria-label=${label}
  title=${label}
  @click=${onClick}
>
  ${icon(name)}
</button>`;

// The feed's entries, each as one row.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { endOf } from "./ends.js";
import { dayLine, foldRow } from "./folds.js";
import { sameDay, words } from "./format.js";
import { icon } from "./icons.js";
import { avatar, chosenMark, endBadge, isChosen, status, text, time, verdict, who } from "./parts.js";
import { at } from "./router.js";
import { agentAddress } from "./session/places.js";

export const KINDS = {
  room: "Rooms",
  message: "Messages",
  thought: "Thoughts",
  task: "Tasks",
  artifact: "Artifacts",
  review: "Reviews",
  memory: "Memory",
  session: "Sessions",
};

const ICONS = {
  task: "board",
  artifact: "artifacts",
  review: "check",
  memory: "memory",
  session: "sessions",
};

/** @param {(import("./feed.js").Entry|import("./folds.js").Fold)[]} entries oldest first */
export const entryRows = (entries) =>
  repeat(
    entries,
    (entry) => entry.key,
    (entry, i) => {
      const before = entries[i - 1];
      const dayBegins = before !== undefined && !sameDay(before.at, entry.at);
      if (entry.hidden) return foldRow(entry, dayBegins, foldedAway(entry.hidden[0]));
      const goesOn = !dayBegins && !before?.hidden && continues(before, entry);
      const chosen = isChosen(entry.verified);
      return guard([entry, dayBegins, goesOn, chosen], () => row(entry, dayBegins, goesOn, chosen));
    },
  );

const SAID = ["room", "message", "thought"];

const said = (entry) => SAID.includes(entry.kind);

const foldedAway = ({ kind, nickname, agent }) => `${kind === "thought" ? "thoughts" : "messages"} of ${nickname ?? agent}`;

/** Whether it is said by the same, to the same, in one breath. */
export const continues = (before, entry) =>
  before !== undefined &&
  said(entry) &&
  before.kind === entry.kind &&
  before.agent === entry.agent &&
  before.verified === entry.verified &&
  before.room === entry.room &&
  before.message?.to === entry.message?.to &&
  before.message?.thread === entry.message?.thread &&
  sameDay(before.at, entry.at) &&
  Date.parse(entry.at) - Date.parse(before.at) < 60_000;

const row = (entry, dayBegins, goesOn, chosen) => html`<li
  class="entry entry-${entry.kind} ${goesOn ? "entry-on" : ""}"
  data-key=${entry.key}
  data-row
  tabindex="-1"
>
  ${dayBegins ? dayLine(entry.at) : nothing}
  ${said(entry) ? spoken(entry, goesOn, chosen) : happened(entry)}
</li>`;

function spoken(entry, goesOn, chosen) {
  const name = entry.nickname ?? entry.agent;
  return html`<div class="entry-said">
    <span class="entry-mark">${goesOn ? nothing : avatar(entry.agent ?? name)}</span>
    <div class="entry-body">
      ${goesOn
        ? nothing
        : html`<p class="entry-line">
            ${who(name)}
            ${chosen ? chosenMark : nothing}
            ${where(entry)}
            ${entry.message?.thread ? html`<span class="quiet cut">thread ${text(entry.message.thread)}</span>` : nothing}
            <span class="entry-time">${time(entry.at)}</span>
          </p>`}
      ${entry.kind === "thought"
        ? html`<p class="entry-text" dir="auto">${entry.text}</p>`
        : spokenWords(entry.text)}
    </div>
  </div>`;
}

/** The room, or the recipient. */
function where({ kind, room, seq, session, agent, message }) {
  if (kind === "thought") return html`<a data-open href=${agentAddress(session, agent)}>thinks</a>`;
  if (kind === "room") {
    return html`<span class="quiet">in</span> <a data-open href=${`${at`rooms/${room}`}?at=${seq}`}>${text(room)}</a>`;
  }
  const address = at`sessions/${session}`;
  return message.to
    ? html`<span class="quiet">to</span> <a data-open href=${address}>${who(message.to)}</a><span class="badge">direct</span>`
    : html`<span class="quiet">to</span> <a data-open href=${address}>everyone</a>`;
}

/** What was said; an end that was declared as what it is. */
function spokenWords(message) {
  const end = endOf(message);
  if (!end) return html`<p class="entry-text" dir="auto">${message}</p>`;
  return html`<div class="declared">
    ${endBadge(end)}
    ${end.words ? html`<p class="entry-text" dir="auto">${end.words}</p>` : nothing}
  </div>`;
}

const happened = (entry) => html`<div class="entry-event">
  <span class="entry-mark">${icon(ICONS[entry.kind])}</span>
  <p class="entry-line entry-one"><span class="entry-sentence">${sentence(entry)}</span><span class="entry-time">${time(entry.at)}</span></p>
</div>`;

const by = (entry) => (entry.agent ? who(entry.agent) : html`<span class="quiet">somebody</span>`);

function sentence(entry) {
  const { session } = entry;
  switch (entry.kind) {
    case "task":
      return html`${entry.agent ? html`${who(entry.agent)} ` : nothing}
        <a data-open class="entry-what" href=${at`sessions/${session}/tasks/${entry.task}`}>${text(entry.title)}</a>
        ${status(entry.status)}
        ${entry.assignee && entry.assignee !== entry.agent
          ? html`<span class="quiet">with</span> ${who(entry.assignee)}`
          : nothing}
        ${entry.reason ? html`<span class="entry-reason" dir="auto">${entry.reason}</span>` : nothing}`;
    case "artifact":
      return html`${by(entry)} <span class="quiet">posted</span>
        <a data-open class="entry-what" href=${at`sessions/${session}/artifacts/${entry.artifact}`}
          >${text(entry.name)}</a
        >
        <span class="badge">${words(entry.type)}</span>`;
    case "review":
      return review(entry);
    case "memory":
      return html`${by(entry)} <span class="quiet">changed the memory of</span>
        <a data-open href=${entry.owner ? `#/memory?${new URLSearchParams({ of: entry.owner })}` : "#/memory"}
          >${entry.owner ? text(entry.owner) : "the project"}</a
        >`;
    default:
      return html`${by(entry)}
        <span class="quiet">${entry.isSummary ? "saved the summary of" : "started"} session</span>
        <a data-open href=${at`sessions/${session}`}>${text(session)}</a>`;
  }
}

function review(entry) {
  const judged = html`<a
    data-open
    class="entry-what"
    href=${`${at`sessions/${entry.session}/artifacts`}?review=${entry.review}`}
    >${text(entry.name || "an artifact")}</a
  >`;
  return entry.status === "pending"
    ? html`${by(entry)} <span class="quiet">asked</span> ${who(entry.reviewer)}
        <span class="quiet">for a verdict on</span> ${judged}`
    : html`${who(entry.reviewer)} ${verdict(entry.status)} <span class="quiet">on</span> ${judged}`;
}

// The history of a task, each step as a sentence: its moves, its artifacts, the verdicts on them.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { full, inWords } from "../format.js";
import { text, time, who } from "../parts.js";
import { at } from "../router.js";

/** Less than this between two steps is not said. */
const MIN_GAP = 1000;

/**
 * @typedef {object} Step
 * @property {string} at
 * @property {any} words the sentence
 * @property {?string} [reason] the words of a hook that failed
 */

/**
 * @param {string} session
 * @param {object} task with its `history`
 * @param {object[]} artifacts the versions that belong to it
 */
export function history(session, task, artifacts) {
  const created = { at: task.createdAt, words: creation(task) };
  const steps = [created, ...changes(task), ...artifacts.flatMap((one) => stepsOf(session, one))].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
  return html`<ol class="history">
    ${steps.map(
      (step, i) => html`${row(step, i ? steps[i - 1].at : null)}
      ${step === created && task.historyTruncated
        ? html`<li class="history-step quiet">Older changes are left out.</li>`
        : nothing}`,
    )}
  </ol>`;
}

const row = ({ at: moment, words, reason }, before) => html`<li class="history-step">
  <span class="history-what">
    <span class="history-sentence">${words}</span>
    ${later(before, moment)} ${reason ? html`<span class="entry-reason" dir="auto">${reason}</span>` : nothing}
  </span>
  <span class="entry-time">${time(moment)}</span>
</li>`;

function later(before, moment) {
  const gone = before === null ? 0 : Date.parse(moment) - Date.parse(before);
  return gone < MIN_GAP
    ? nothing
    : html`<span class="quiet history-later" title=${`${full(before)} to ${full(moment)}`}>${inWords(gone)} later</span>`;
}

/** The event of its creation is the first one, where none is left out. */
const first = ({ history: events, historyTruncated }) => (historyTruncated ? null : (events?.[0] ?? null));

function creation(task) {
  const given = first(task)?.assignee ?? null;
  const maker = who(task.createdBy);
  if (given === null) return html`${maker} created the task.`;
  return given === task.createdBy
    ? html`${maker} created the task as its own.`
    : html`${maker} created the task and assigned it to ${who(given)}.`;
}

/** @returns {Step[]} */
function changes(task) {
  const events = task.history ?? [];
  const steps = [];
  for (let i = first(task) ? 1 : 0; i < events.length; i++) {
    const event = events[i];
    steps.push({ at: event.at, words: sentence(events[i - 1] ?? null, event), reason: event.reason });
  }
  return steps;
}

const STATES = { todo: "Todo", in_progress: "In progress", in_review: "In review", done: "Done" };

/** The assignee from then on, where that is another one. */
function holder(before, now) {
  const had = before?.assignee ?? null;
  if (had === now.assignee) return nothing;
  return now.assignee === null ? ", with nobody" : html`, with ${who(now.assignee)}`;
}

function sentence(before, now) {
  if (now.agent === null) return byItself(before, now);
  const agent = who(now.agent);
  if (before === null) return html`${agent} changed the task: it was ${STATES[now.status]}${holder(null, now)}.`;
  if (now.reason) return html`${agent} tried to finish the task. A hook failed, and it is ${STATES[now.status]}.`;
  return before.status === now.status ? stayed(before, now, agent) : moved(before, now, agent);
}

/** Nobody did it: the claim of its holder ended. */
function byItself(before, now) {
  const had = before?.assignee ?? null;
  const end = now.assignee === null || now.assignee === had ? "." : html`, with ${who(now.assignee)}.`;
  return before?.status === "in_progress" && had !== null
    ? html`The claim of ${who(had)} ran out. The task went back to Todo${end}`
    : html`The task went to ${STATES[now.status]} by itself${end}`;
}

/** It stands where it stood: it was given to another, or edited. */
function stayed(before, now, agent) {
  const had = before.assignee ?? null;
  if (had === now.assignee) return html`${agent} edited the task.`;
  const isOwn = now.assignee === now.agent;
  if (now.status === "in_progress" && had !== null && isOwn) {
    return html`${agent} took the task over from ${who(had)}.`;
  }
  if (now.assignee === null) return html`${agent} took the task from ${who(had)}. Nobody has it.`;
  if (had === null) return isOwn ? html`${agent} took the task.` : html`${agent} assigned the task to ${who(now.assignee)}.`;
  return isOwn
    ? html`${agent} took the task from ${who(had)}.`
    : html`${agent} took the task from ${who(had)} and assigned it to ${who(now.assignee)}.`;
}

function moved(before, now, agent) {
  const had = before.assignee ?? null;
  const isOwn = now.assignee === now.agent;
  switch (now.status) {
    case "in_progress":
      if (!isOwn) return html`${agent} put the task in progress${now.assignee ? html`, with ${who(now.assignee)}` : nothing}.`;
      return before.status === "todo"
        ? html`${agent} claimed the task.`
        : html`${agent} went back to work on the task.`;
    case "in_review":
      if (before.status === "done") return html`${agent} opened the task again for a verdict${holder(before, now)}.`;
      return html`${agent} put the task in review${holder(before, now)}.`;
    case "done":
      if (before.status === "todo") return html`${agent} closed the task from Todo.`;
      return isOwn || now.assignee === null
        ? html`${agent} finished the task.`
        : html`${agent} closed the task of ${who(now.assignee)}.`;
    default:
      return back(before, now, agent, had);
  }
}

function back(before, now, agent, had) {
  if (before.status === "done") return html`${agent} opened the task again${holder(before, now)}.`;
  if (had === now.agent) return html`${agent} gave the task back to Todo${holder(before, now)}.`;
  return had === null
    ? html`${agent} put the task back to Todo${holder(before, now)}.`
    : html`${agent} took the task from ${who(had)} and put it back to Todo${holder(before, now)}.`;
}

/** The steps of one version of an artifact: it was posted, a verdict was asked for, a verdict was given. */
function stepsOf(session, artifact) {
  const name = html`<a href=${at`sessions/${session}/artifacts/${artifact.id}`}>${text(artifact.name || "an artifact")}</a
    >${artifact.version > 1 ? `, version ${artifact.version}` : nothing}`;
  return [
    { at: artifact.createdAt, words: html`${who(artifact.createdBy)} posted ${name}.` },
    ...artifact.reviews.flatMap((review) => verdictSteps(review, name)),
  ];
}

const VERDICTS = { approved: "approved", changes_requested: "requested changes to" };

function verdictSteps({ requester, reviewer, status, createdAt, updatedAt }, name) {
  const asked = { at: createdAt, words: html`${who(requester)} asked ${who(reviewer)} for a verdict on ${name}.` };
  return status === "pending"
    ? [asked]
    : [asked, { at: updatedAt, words: html`${who(reviewer)} ${VERDICTS[status]} ${name}.` }];
}

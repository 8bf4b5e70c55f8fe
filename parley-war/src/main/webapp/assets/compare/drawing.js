// The comparison of two sessions: their numbers, tasks and artifacts as tables, their words side by side.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, path } from "../api.js";
import { board, STATUSES } from "../board.js";
import { messages } from "../conversation.js";
import { inWords } from "../format.js";
import { artifactsOf, byName } from "../made.js";
import { bar, document, loading, shown, status, STATUS_NAMES, text, time, verdict, who } from "../parts.js";
import { touch, use } from "../resources.js";
import { at } from "../router.js";
import { newestTalkOf } from "../run.js";
import { saidIn } from "../said.js";
import { agentAddress, placeAddress, threadsOf } from "../session/places.js";
import { state } from "../store.js";
import { tellsOf } from "../stream.js";
import { lengthOf, pairs, weakest } from "./model.js";

const ROWS = 200;
const MESSAGES = 30;
/** The stream tells of one session: the numbers of both are asked for now and then. */
const PAUSE = 4000;

let askedAt = 0;
/** The position up to which the rest of a session was read, of the two that are shown; null at first. */
const readUpTo = new Map();

/** Reads the numbers of both again, and all the rest of one that went on and that the stream does not tell of. */
function keepUp(sides) {
  const isTime = state.connection.phase === "live" && performance.now() - askedAt > PAUSE;
  if (isTime) askedAt = performance.now();
  for (const side of sides) {
    const { id, session } = side;
    if (isTime) touch(`session:${id}`, 0);
    const before = readUpTo.get(id);
    const now = session.data?.lastEvent ?? before ?? null;
    readUpTo.set(id, now);
    const wentOn = before !== null && before !== now;
    const isOld = before === undefined ? isOfEarlier(side) : wentOn && !tellsOf(id);
    if (isOld) readRest(side);
  }
  for (const id of readUpTo.keys()) if (!sides.some((side) => side.id === id)) readUpTo.delete(id);
}

/** Another view has read some of it, and the stream may have told nothing of the session since. */
const isOfEarlier = ({ tasks, artifacts, talk }) => tasks.loaded || artifacts.data !== null || talk.data !== null;

function readRest({ id, tasks }) {
  touch(`artifacts:${id}`);
  touch(`talk:${id}`);
  tasks.read();
}

const sideOf = (id) => ({
  id,
  session: use(`session:${id}`, () => get(path`sessions/${id}`)),
  tasks: board(id),
  artifacts: artifactsOf(id),
  talk: newestTalkOf(id, MESSAGES),
});

export function comparison(a, b) {
  const sides = [sideOf(a), sideOf(b)];
  keepUp(sides);
  return html`<div class="compare scroll" tabindex="0" role="region" aria-label="Comparison">
    ${numbers(sides)} ${tasks(sides)} ${artifacts(sides)}
    <div class="compare-sides">${sides.map(summary)}</div>
    <div class="compare-sides">${sides.map(talk)}</div>
  </div>`;
}

const table = (id, name, sides, content) => html`<section class="panel" aria-labelledby=${id}>
  <div class="panel-head"><h2 id=${id}>${name}</h2></div>
  <table class="plain-table compare-table">
    <thead>
      <tr>
        <td></td>
        ${sides.map(
          (side) => html`<th scope="col">
            <a href=${at`sessions/${side.id}`}>${text(side.id)}</a>
            ${side.id === state.current ? html`<span class="badge badge-live">current</span>` : nothing}
          </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${content}
    </tbody>
  </table>
</section>`;

const line = (name, cells) => html`<tr>
  <th scope="row" dir="auto">${name}</th>
  ${cells.map((cell) => html`<td>${cell}</td>`)}
</tr>`;

const none = html`<span class="quiet">none</span>`;
const reading = html`<span class="quiet">…</span>`;
const unread = html`<span class="quiet">not read</span>`;

/** A row with the reason for which a side could not be read; what it has is unknown then, and not none. */
const refusals = (problems) =>
  problems.some(Boolean)
    ? html`<tr>
        <td></td>
        ${problems.map((problem) => html`<td>${problem ? html`<span class="quiet">${problem.message}</span>` : nothing}</td>`)}
      </tr>`
    : nothing;

const problemIn = ({ data, problem }) => (data === null ? problem : null);

function numbers(sides) {
  const of = (value) =>
    sides.map(({ session, tasks: known }) => {
      if (!session.data) return session.problem ? unread : reading;
      return value(session.data, known.loaded ? known.counts() : session.data.counts.tasks);
    });
  const sum = (counts) => STATUSES.reduce((all, name) => all + counts[name], 0);
  return table("compare-numbers", "Numbers", sides, [
    refusals(sides.map(({ session }) => problemIn(session))),
    line("Started", of(({ createdAt }) => (createdAt ? time(createdAt) : none))),
    line("Length", of((data) => (lengthOf(data) === null ? none : inWords(lengthOf(data))))),
    line("Agents", of(({ agentCount }) => agentCount)),
    line("Tasks", of((_, counts) => (sum(counts) ? html`${counts.done} of ${sum(counts)} done ${bar(counts)}` : none))),
    ...["in_progress", "in_review", "todo"].map((name) => line(STATUS_NAMES[name], of((_, counts) => counts[name]))),
    line("Messages", of(({ counts }) => counts.messages)),
    line("Versions of artifacts", of(({ counts }) => counts.artifacts)),
    line("Reviews approved", of(({ counts }) => counts.reviews.approved)),
    line("Changes requested", of(({ counts }) => counts.reviews.changes_requested)),
    line("Reviews waiting", of(({ counts }) => counts.reviews.pending)),
  ]);
}

/**
 * A row for each name that one of them has.
 *
 * @param {(side: object) => {items: ?object[], problem: ?Error}} listOf its items once they are read
 */
function rows(sides, listOf, nameOf, cell) {
  const lists = sides.map(listOf);
  if (lists.some(({ items, problem }) => !items && !problem)) {
    return html`<tr><td colspan="3">${loading("both")}</td></tr>`;
  }
  const problems = lists.map(({ items, problem }) => (items ? null : problem));
  const [left, right] = lists.map(({ items }) => items ?? []);
  const all = pairs(left, right, nameOf);
  if (all.length === 0 && !problems.some(Boolean)) {
    return html`<tr><td colspan="3" class="quiet">Neither has any.</td></tr>`;
  }
  return html`${refusals(problems)}
    ${all
      .slice(0, ROWS)
      .map((pair) =>
        line(
          pair.name,
          sides.map(({ id }, i) => {
            const item = i ? pair.b : pair.a;
            if (item) return cell(id, item);
            return problems[i] ? unread : none;
          }),
        ),
      )}
    ${all.length > ROWS ? html`<tr><td colspan="3" class="quiet">and ${all.length - ROWS} more</td></tr>` : nothing}`;
}

const tasks = (sides) =>
  table(
    "compare-tasks",
    "Tasks",
    sides,
    rows(
      sides,
      ({ tasks: known }) => ({ items: known.loaded ? [...known.tasks.values()] : null, problem: known.problem }),
      (task) => task.title || "(no title)",
      (id, task) => html`<a href=${at`sessions/${id}/tasks/${task.id}`} aria-label=${`${STATUS_NAMES[task.status]}, open the task`}
          >${status(task.status)}</a
        >
        ${task.assignee ? who(task.assignee) : nothing}`,
    ),
  );

const artifacts = (sides) =>
  table(
    "compare-artifacts",
    "Artifacts",
    sides,
    rows(
      sides,
      ({ artifacts: made }) => ({ items: made.data && byName(made.data.items), problem: made.problem }),
      ([newest]) => newest.name || "(no name)",
      (id, [newest]) => {
        const judged = weakest(newest.reviews);
        return html`<a href=${at`sessions/${id}/artifacts/${newest.id}`}>version ${newest.version}</a>
          ${judged ? verdict(judged) : nothing}`;
      },
    ),
  );

const summary = ({ id, session }, i) => html`<section class="panel" aria-labelledby=${`compare-summary-${i}`}>
  <div class="panel-head"><h2 id=${`compare-summary-${i}`}>Summary of ${text(id)}</h2></div>
  <div class="panel-text">
    ${shown(session, "the summary", (data) =>
      data.summary ? document(data.summary) : html`<p class="quiet">No summary was written.</p>`,
    )}
  </div>
</section>`;

const talk = ({ id, talk: said }, i) => html`<section class="panel" aria-labelledby=${`compare-talk-${i}`}>
  <div class="panel-head">
    <h2 id=${`compare-talk-${i}`}>Talk of ${text(id)}</h2>
    <a href=${at`sessions/${id}`} aria-label=${`All of the talk of ${id}`}>All</a>
  </div>
  ${shown(said, "the messages", ({ events, cut }) => newest(id, saidIn(events), cut))}
</section>`;

function newest(id, all, isCut) {
  if (all.length === 0) return html`<p class="quiet panel-text">Nobody has said anything.</p>`;
  return html`${isCut ? html`<p class="quiet excerpt-edge">Earlier messages are left out.</p>` : nothing}
    <ol class="messages" data-rows="end">
      ${messages(all, {
        mine: [state.me.name],
        agentAddress: (agent) => agentAddress(id, agent),
        threads: threadsOf(id),
        placeAddress: ({ seq }) => placeAddress(id, seq),
      })}
    </ol>`;
}

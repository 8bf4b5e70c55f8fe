// The tasks of a session in four columns.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { board, STATUSES } from "../board.js";
import { newTask } from "../tasks.js";
import { cardOf, ORDERS } from "../cards.js";
import { age, count, full, span } from "../format.js";
import { icon } from "../icons.js";
import { plainWords } from "../markdown.js";
import { drop, endPull, forgetMoveProblem, moveProblem, movingTo, openMoves, over, startPull, takes } from "../moving.js";
import { avatar, bar, empty, head, iconButton, loading, refused, sessionLine, sessionTabs, STATUS_NAMES } from "../parts.js";
import { may } from "../rights.js";
import { at, instead, withQuery } from "../router.js";
import { pendingIn, tasksIn, workOf } from "../run.js";
import { keepObject, keptObject } from "../storage.js";
import { changed, set } from "../store.js";

const PAGE = 40;
const KEEPS = 300;
const REVIEWERS = 2;
const EXCERPT = 200;

/** On a narrow screen the first column that has cards is shown, in this order, until one is chosen. */
const FIRST = ["in_progress", "in_review", "todo", "done"];

const READINESS = {
  ready: { name: "Ready", icon: "play" },
  blocked: { name: "Blocked", icon: "block" },
};

/** How many cards a column shows, by status. */
let shownOf = {};
let session = null;
/** The column that was chosen on a narrow screen. */
let column = null;

export const title = ({ params }) => `Board of ${params.session}`;

/** How far each column was scrolled, for those who come back, or reload the page. */
let scrolled = {};
let keeping = 0;

function keepPlace() {
  keeping ||= setTimeout(() => {
    keeping = 0;
    keepObject("board", { session, shownOf, scrolled, column });
  }, KEEPS);
}

function takePlace(id) {
  const kept = keptObject("board", {});
  const isSame = kept.session === id;
  session = id;
  shownOf = (isSame && kept.shownOf) || {};
  scrolled = (isSame && kept.scrolled) || {};
  column = isSame && STATUSES.includes(kept.column) ? kept.column : null;
}

const TASKS_IN = { board: "Board", graph: "Graph", timeline: "Timeline" };

/** Where tasks were looked at last, for example on the board, and what it was narrowed to. */
let left = null;

export const leaves = (route) => {
  left = route;
};

/** The view of a session's tasks as it was left. */
export function tasksAsLeft(id) {
  if (left?.params.session !== id) return { name: "Board", address: at`sessions/${id}/board` };
  return { name: TASKS_IN[left.view] ?? "Board", address: withQuery(left, {}) };
}

export function view(route) {
  const id = route.params.session;
  if (id !== session) takePlace(id);
  leaves(route);
  const tasks = board(id);
  tasks.refreshWhereShown();
  keepFocus();
  return html`${head("Board", {
      sub: sessionLine(id),
      tabs: sessionTabs(id, "board"),
      actions: html`${assigneeFilter(route, tasks)}
        ${may("work")
          ? html`<button
              type="button"
              class="button button-main"
              data-new
              @click=${() => set({ dialog: newTask(id, tasks) })}
            >
              ${icon("plus")}New task
            </button>`
          : nothing}`,
    })}
    ${moveProblem(id)
      ? html`<p class="write-problem board-problem" role="alert">
          <span>${moveProblem(id).message}</span>${iconButton("close", "Put away", forgetMoveProblem)}
        </p>`
      : nothing}
    ${tasks.loaded
      ? columns(route, tasks)
      : tasks.problem
        ? refused(tasks.problem, () => tasks.read())
        : loading("the board")}`;
}

function assigneeFilter(route, tasks) {
  const names = [...new Set([...tasks.tasks.values()].map((task) => task.assignee).filter(Boolean))].sort();
  const chosen = route.query.assignee ?? "";
  if (chosen && !names.includes(chosen)) names.push(chosen);
  return html`<label class="field-inline">
    <span class="unseen">Assignee</span>
    <select class="input" @change=${(event) => instead(withQuery(route, { assignee: event.target.value || null }))}>
      <option value="" ?selected=${!chosen}>Everybody</option>
      ${names.map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
    </select>
  </label>`;
}

/** A card with the focus keeps it where it is put between others, and in another column, as another element. */
function keepFocus() {
  const held = document.activeElement?.closest?.(".board [data-task], .board [data-move]");
  if (!held) return;
  const { task } = held.closest(".card-place").querySelector("[data-task]").dataset;
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    const card = held.isConnected ? null : document.querySelector(`.board [data-task="${CSS.escape(task)}"]`);
    const move = held.matches("[data-move]") ? card?.closest(".card-place").querySelector("[data-move]:enabled") : null;
    (move ?? card ?? held).focus({ preventScroll: card === null });
  });
}

/** What the events say of all cards; nothing where they are not here yet. */
let facts = { events: null, known: new Map(), pending: new Map() };

function factsOf(id) {
  const { data } = workOf(id);
  if (data === null) return { known: new Map(), pending: new Map() };
  if (facts.events !== data.events) {
    facts = { events: data.events, known: tasksIn(data.events), pending: pendingIn(data.events) };
  }
  return facts;
}

function columns(route, tasks) {
  const { assignee } = route.query;
  const { known, pending } = factsOf(session);
  const byStatus = Object.fromEntries(STATUSES.map((status) => [status, []]));
  for (const task of tasks.tasks.values()) {
    if (!assignee || task.assignee === assignee) byStatus[task.status]?.push(cardOf(task, tasks, known, pending));
  }
  if (tasks.tasks.size === 0) {
    return empty(
      "No tasks yet",
      html`Agents make them with <code>create_task</code>; you can make one with “New task”.`,
    );
  }
  for (const status of STATUSES) byStatus[status].sort(ORDERS[status]);
  const shown = STATUSES.flatMap((status) => byStatus[status]).length;
  const narrow = column ?? FIRST.find((status) => byStatus[status].length) ?? FIRST[0];
  return html`${shown ? progress(byStatus, shown) : nothing}
    <div class="segments narrow-only" role="group" aria-label="Column">
      ${STATUSES.map(
        (status) => html`<button
          type="button"
          class="segment"
          aria-pressed=${narrow === status}
          @click=${() => {
            column = status;
            keepPlace();
            changed();
          }}
        >
          ${STATUS_NAMES[status]} <span class="quiet">${byStatus[status].length}</span>
        </button>`,
      )}
    </div>
    <div class="board" data-column=${narrow}>
      ${STATUSES.map((status) => columnOf(status, byStatus[status], tasks))}
    </div>`;
}

/** The share of the tasks that are shown which is done. */
function progress(byStatus, shown) {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, byStatus[status].length]));
  const percent = Math.floor((100 * counts.done) / shown);
  return html`<div class="board-progress">
    <div
      class="board-bar"
      role="progressbar"
      aria-label="Tasks done"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${percent}
      aria-valuetext=${`${counts.done} of ${count(shown, "task")}, ${percent} %`}
    >
      ${bar(counts)}
    </div>
    <span class="quiet">${counts.done} of ${count(shown, "task")} done, ${percent} %</span>
  </div>`;
}

/** Called once for each list that is drawn anew. */
const comesBack = Object.fromEntries(
  STATUSES.map((status) => [
    status,
    (list) => {
      const top = scrolled[status];
      if (list && top) requestAnimationFrame(() => (list.scrollTop = top));
    },
  ]),
);

function columnOf(status, all, tasks) {
  const most = shownOf[status] ?? PAGE;
  return html`<section
    class="lane lane-${status}"
    aria-labelledby="lane-${status}"
    data-drop=${takes(session, status)}
    @dragover=${over(session, status)}
    @drop=${drop(session, status)}
  >
    <div class="lane-head">
      <h2 id="lane-${status}">${STATUS_NAMES[status]}</h2>
      <span class="count-plain">${all.length}</span>
    </div>
    <ul
      class="cards scroll"
      data-rows
      tabindex="0"
      aria-label=${STATUS_NAMES[status]}
      @scroll=${(event) => {
        scrolled[status] = event.target.scrollTop;
        keepPlace();
      }}
      ${ref(comesBack[status])}
    >
      ${repeat(all.slice(0, most), ({ task }) => task.id, (one) => card(one, tasks))}
      ${all.length > most
        ? html`<li>
            <button
              type="button"
              class="button button-wide"
              @click=${() => {
                shownOf[status] = most + 2 * PAGE;
                keepPlace();
                changed();
              }}
            >
              ${all.length - most} more
            </button>
          </li>`
        : nothing}
    </ul>
  </section>`;
}

/** Of its description; a task that was read alone has the whole of it. */
const beginning = ({ excerpt, description }) => (description ?? excerpt ?? "").slice(0, EXCERPT);

/** The beginning of each description in words, as it was read. */
const beginnings = new WeakMap();

function wordsOf(task) {
  if (!beginnings.has(task)) beginnings.set(task, plainWords(beginning(task)));
  return beginnings.get(task);
}

function card(one, tasks) {
  const { task, readiness, needs, returned } = one;
  const blocks = tasks.blocks(task).length;
  const isOpen = task.status !== "done";
  const to = movingTo(task.id);
  return html`<li class="card-place" aria-busy=${to ? "true" : nothing}>
    <a
      class="card card-${task.priority ?? "none"} ${readiness ? `card-${readiness}` : ""} ${returned ? "card-returned" : ""}"
      data-row
      data-task=${task.id}
      href=${at`sessions/${session}/tasks/${task.id}`}
      draggable=${may("work") && !to ? "true" : "false"}
      @dragstart=${startPull(session, task)}
      @dragend=${endPull}
    >
      <span class="card-title" dir="auto">${task.title || "(no title)"}</span>
      ${isOpen && wordsOf(task) ? html`<span class="card-text" dir="auto">${wordsOf(task)}</span>` : nothing}
      ${isOpen
        ? html`<span class="card-facts">
            ${readiness ? readinessOf(readiness, needs) : needs.length ? readinessOf("blocked", needs) : nothing}
            ${returned ? returnedFrom(returned) : nothing}
            ${task.priority ? html`<span class="badge priority-${task.priority}">${task.priority}</span>` : nothing}
            ${blocks ? html`<span class="fact">Blocks ${blocks}</span>` : nothing} ${lease(task.lease)}
          </span>`
        : nothing}
      ${to ? html`<span class="fact">${icon("move")}Moving to ${STATUS_NAMES[to]} …</span>` : nothing}
      ${reviewers(one)}
      <span class="card-foot">
        ${task.assignee
          ? html`${avatar(task.assignee)}<bdi class="cut">${task.assignee}</bdi>`
          : html`<span class="quiet">nobody yet</span>`}
        ${ageOf(one)}
      </span>
    </a>
    ${may("work")
      ? html`<button
          type="button"
          class="icon-button card-move"
          data-move
          aria-label=${`Move ${task.title || "the task"}`}
          aria-haspopup="dialog"
          title="Move to another column (m)"
          ?disabled=${Boolean(to)}
          @click=${() => openMoves(session, task)}
        >
          ${icon("move")}
        </button>`
      : nothing}
  </li>`;
}

const readinessOf = (readiness, needs) => html`<span class="fact fact-${readiness}"
  >${icon(READINESS[readiness].icon)}${READINESS[readiness].name}${needs.length ? ` by ${needs.length}` : nothing}</span
>`;

const returnedFrom = (status) => html`<span class="fact fact-returned" title=${`It came back from “${STATUS_NAMES[status]}”`}
  >${icon("reply")}Returned</span
>`;

/** Those whose verdict on its assignee's work is asked for. */
function reviewers({ reviews }) {
  if (reviews.length === 0) return nothing;
  const names = [...new Set(reviews.map(({ reviewer }) => reviewer))];
  const about = reviews.map(({ name, reviewer }) => `${name || "an artifact"}: ${reviewer}`).join(", ");
  return html`<span class="card-reviewers" title=${about}>
    ${icon("person")}<span class="cut"
      ><span class="unseen">reviewer </span>${names.slice(0, REVIEWERS).map((name, i) => html`${i ? ", " : nothing}<bdi>${name}</bdi>`)}${names.length > REVIEWERS
        ? ` and ${names.length - REVIEWERS} more`
        : nothing}</span
    >
  </span>`;
}

/** How long the card has been in its column. */
const ageOf = ({ since, task }) =>
  since
    ? html`<time
        class="card-age quiet"
        datetime=${since}
        title=${`${task.status === "done" ? "Done" : `In “${STATUS_NAMES[task.status]}”`} since ${full(since)}`}
        ><span class="unseen">in this column for </span>${age(since)}</time
      >`
    : nothing;

export function lease(value) {
  if (!value) return nothing;
  const left = Date.parse(value.expiresAt) - Date.now();
  return html`<span class="fact ${left < 60_000 ? "fact-soon" : ""}" title="The claim's lease"
    >${icon("clock")}<span class="unseen">lease </span>${left > 0 ? `${span(left)} left` : "lease over"}</span
  >`;
}


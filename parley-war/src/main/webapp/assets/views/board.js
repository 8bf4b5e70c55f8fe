// The tasks of a session in four columns.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { board, STATUSES } from "../board.js";
import { newTask } from "../tasks.js";
import { span } from "../format.js";
import { icon } from "../icons.js";
import { avatar, empty, head, loading, refused, sessionLine, sessionTabs, STATUS_NAMES } from "../parts.js";
import { may } from "../rights.js";
import { at, instead, withQuery } from "../router.js";
import { changed, set } from "../store.js";

const PAGE = 40;
const ORDER = { critical: 0, high: 1, medium: 2, low: 3 };

/** How many cards a column shows, by status. */
let shownOf = {};
let session = null;
let column = "in_progress";

export const title = ({ params }) => `Board of ${params.session}`;

/** How far each column was scrolled, for whoever comes back. */
let scrolled = {};

/** Where tasks were looked at last, on the board or in the graph, and what it was narrowed to. */
let left = null;

export const leaves = (route) => {
  left = route;
};

/** The view of a session's tasks as it was left. */
export function tasksAsLeft(id) {
  if (left?.params.session !== id) return { name: "Board", address: at`sessions/${id}/board` };
  return { name: left.view === "graph" ? "Graph" : "Board", address: withQuery(left, {}) };
}

export function view(route) {
  const id = route.params.session;
  if (id !== session) {
    session = id;
    shownOf = {};
    scrolled = {};
  }
  leaves(route);
  const tasks = board(id);
  tasks.refreshWhereShown();
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

function columns(route, tasks) {
  const { assignee } = route.query;
  const byStatus = Object.fromEntries(STATUSES.map((status) => [status, []]));
  for (const task of tasks.tasks.values()) {
    if (!assignee || task.assignee === assignee) byStatus[task.status]?.push(task);
  }
  if (tasks.tasks.size === 0) {
    return empty(
      "No tasks yet",
      html`Agents make them with <code>create_task</code>; you can make one with “New task”.`,
    );
  }
  for (const status of STATUSES) byStatus[status].sort(status === "done" ? newestFirst : mostUrgentFirst);
  return html`<div class="segments narrow-only" role="group" aria-label="Column">
      ${STATUSES.map(
        (status) => html`<button
          type="button"
          class="segment"
          aria-pressed=${column === status}
          @click=${() => {
            column = status;
            changed();
          }}
        >
          ${STATUS_NAMES[status]} <span class="quiet">${byStatus[status].length}</span>
        </button>`,
      )}
    </div>
    <div class="board" data-column=${column}>
      ${STATUSES.map((status) => columnOf(status, byStatus[status], tasks))}
    </div>`;
}

const mostUrgentFirst = (a, b) => (ORDER[a.priority] ?? 4) - (ORDER[b.priority] ?? 4);
const newestFirst = (a, b) => (b.updatedAt ?? "~").localeCompare(a.updatedAt ?? "~");

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
  return html`<section class="lane lane-${status}" aria-labelledby="lane-${status}">
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
      }}
      ${ref(comesBack[status])}
    >
      ${repeat(all.slice(0, most), (task) => task.id, (task) => card(task, tasks))}
      ${all.length > most
        ? html`<li>
            <button
              type="button"
              class="button button-wide"
              @click=${() => {
                shownOf[status] = most + 2 * PAGE;
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

function card(task, tasks) {
  const waits = task.status === "done" ? 0 : tasks.blockedBy(task).length;
  const blocks = tasks.blocks(task).length;
  const urgent = task.priority === "critical" || task.priority === "high";
  return html`<li>
    <a
      class="card card-${task.priority ?? "none"} ${waits && task.status === "todo" ? "card-waits" : ""}"
      data-row
      href=${at`sessions/${session}/tasks/${task.id}`}
    >
      <span class="card-title" dir="auto">${task.title || "(no title)"}</span>
      ${urgent || waits || blocks || task.lease
        ? html`<span class="card-facts">
            ${urgent ? html`<span class="badge priority-${task.priority}">${task.priority}</span>` : nothing}
            ${waits ? html`<span class="fact fact-waits">${icon("block")}Blocked by ${waits}</span>` : nothing}
            ${blocks ? html`<span class="fact">Blocks ${blocks}</span>` : nothing} ${lease(task.lease)}
          </span>`
        : nothing}
      <span class="card-foot">
        ${task.assignee
          ? html`${avatar(task.assignee)}<bdi class="cut">${task.assignee}</bdi>`
          : html`<span class="quiet">nobody yet</span>`}
      </span>
    </a>
  </li>`;
}

export function lease(value) {
  if (!value) return nothing;
  const left = Date.parse(value.expiresAt) - Date.now();
  return html`<span class="fact ${left < 60_000 ? "fact-soon" : ""}" title="The claim's lease"
    >${icon("clock")}<span class="unseen">lease </span>${left > 0 ? `${span(left)} left` : "lease over"}</span
  >`;
}


// One task: what it is, who has it, what it waits for, what was made and said for it, what happened to it.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { keyed } from "../lib/lit-html/directives/keyed.js";
import { get, patch, path } from "../api.js";
import { board, STATUSES } from "../board.js";
import { icon } from "../icons.js";
import { artifactsOf } from "../made.js";
import {
  document, head, onlyThese, priority, sessionLine, sessionTabs, shown, status, STATUS_NAMES, text, time, who,
} from "../parts.js";
import { replace, touch, use } from "../resources.js";
import { may } from "../rights.js";
import { at } from "../router.js";
import { changed, set, state } from "../store.js";
import { history } from "../task/history.js";
import { artifactsFor, artifactsPanel, messagesPanel } from "../task/related.js";
import { editTask } from "../tasks.js";
import { lease, tasksAsLeft } from "./board.js";

/** The title of the task that was shown last, for the document's. */
let named = { key: null, title: "" };

export const title = ({ params }) =>
  named.key === `task:${params.session}/${params.task}` && named.title ? named.title : "Task";

/** The reason for which the last change was refused; the person who made it, and the task. */
let problem = null;
let problemOf = null;

export function view({ params }) {
  const { session, task: id } = params;
  const key = `task:${session}/${id}`;
  const task = read(session, id);
  const changer = `${state.me.name} ${key}`;
  if (problemOf !== changer) {
    problem = null;
    problemOf = changer;
  }
  if (task.data) named = { key, title: task.data.title };
  const up = tasksAsLeft(session);
  return html`${head(task.data ? html`<bdi dir="auto">${task.data.title || "(no title)"}</bdi>` : "Task", {
      sub: html`<a class="back" data-up href=${up.address}>${icon("back")}${up.name}</a> ${sessionLine(session)}`,
      tabs: sessionTabs(session, "task"),
      actions: task.data?.mayEdit ? editButton(session, key, task.data) : nothing,
    })}
    ${shown(task, "the task", (data) => page(session, key, data))}`;
}

const read = (session, id) => use(`task:${session}/${id}`, () => get(path`sessions/${session}/tasks/${id}`));

const editButton = (session, key, task) => html`<button
  type="button"
  class="button"
  @click=${() => {
    const now = () => read(session, task.id).data ?? task;
    set({ dialog: editTask(session, task, now, (answer) => took(session, key, now(), answer)) });
  }}
>
  ${icon("edit")}Edit
</button>`;

function page(session, key, task) {
  const made = artifactsOf(session);
  const artifacts = artifactsFor(task, made.data?.items ?? []);
  return html`<div class="split">
    <div class="split-main scroll" tabindex="0" role="region" aria-label="Description, artifacts, messages and history">
      <section class="panel" aria-labelledby="description-title">
        <div class="panel-head"><h2 id="description-title">Description</h2></div>
        <div class="panel-text">
          ${task.description ? document(task.description) : html`<p class="quiet">None was given.</p>`}
        </div>
      </section>
      ${shown(made, "the artifacts", () => artifactsPanel(session, artifacts))}
      ${messagesPanel(session, task)}
      <section class="panel" aria-labelledby="history-title">
        <div class="panel-head"><h2 id="history-title">History</h2></div>
        ${history(session, task, artifacts)}
      </section>
    </div>
    <aside class="split-side" aria-label="Facts">
      <section class="panel panel-text">
        ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
        <dl class="facts">
          <dt>${task.mayBecome?.length ? html`<label for="task-status">Status</label>` : "Status"}</dt>
          <dd>${task.mayBecome?.length ? chooseStatus(session, key, task) : status(task.status)} ${hookReason(task)}</dd>
          <dt>${task.mayAssign ? html`<label for="task-with">Assignee</label>` : "Assignee"}</dt>
          <dd>
            ${task.mayAssign
              ? keyed(`${task.assignee}`, assign(session, key, task))
              : html`${task.assignee ? who(task.assignee) : html`<span class="quiet">nobody</span>`}
                ${may("work") ? onlyThese(task) : nothing}`}
          </dd>
          <dt>Priority</dt>
          <dd>${priority(task.priority)}</dd>
          ${task.lease ? html`<dt>Lease</dt><dd>${lease(task.lease)}</dd>` : nothing}
          <dt>Made by</dt>
          <dd>${who(task.createdBy)}, ${time(task.createdAt)}</dd>
          <dt>Changed</dt>
          <dd>${time(task.updatedAt)}</dd>
          ${task.derivedReason ? html`<dt>Why it was derived</dt><dd dir="auto">${task.derivedReason}</dd>` : nothing}
          <dt>Id</dt>
          <dd><code class="id">${task.id}</code></dd>
        </dl>
      </section>
      ${gates(task)} ${others(session, "Waits for", task.dependsOn)} ${others(session, "Blocks", task.blocks)}
      ${others(session, "Derived from", task.parent ? [task.parent] : [])}
      ${others(session, "Derived tasks", task.children)}
    </aside>
  </div>`;
}

/** Only where it can go from here, and only for those who may move it. */
const chooseStatus = (session, key, task) => html`<select
  id="task-status"
  class="input"
  @change=${(e) => change(session, key, task, { status: e.target.value }, e)}
>
  ${STATUSES.filter((s) => s === task.status || task.mayBecome.includes(s)).map(
    (s) => html`<option value=${s} ?selected=${s === task.status} .selected=${s === task.status}>
      ${STATUS_NAMES[s]}
    </option>`,
  )}
</select>`;

/** A task that a hook kept from being done says why, as long as it stands there. */
function hookReason({ history: events, status: now }) {
  const last = events?.at(-1);
  return last?.reason && last.status === now
    ? html`<p class="write-problem" dir="auto">${last.reason}</p>`
    : nothing;
}

const assign = (session, key, task) => html`<form
            class="form-line"
            @submit=${(e) => {
              e.preventDefault();
              change(session, key, task, { assignee: e.target.elements.assignee.value.trim() }, e);
            }}
          >
            <input
              id="task-with"
              name="assignee"
              class="input"
              maxlength="64"
              required
              list="agents"
              placeholder="nobody yet"
              autocomplete="off"
              .defaultValue=${task.assignee ?? ""}
            />
            <datalist id="agents">${[...state.agents.keys()].map((a) => html`<option value=${a}></option>`)}</datalist>
            <button class="button">Assign</button>
          </form>`;

async function change(session, key, task, changes, event) {
  const control = event.target;
  const by = state.me.name;
  const isStillHere = () => state.me?.name === by;
  try {
    const answer = await patch(path`sessions/${session}/tasks/${task.id}`, changes);
    if (isStillHere()) took(session, key, task, answer);
  } catch (refusal) {
    if (!isStillHere()) return; // somebody else is at this page by now
    problem = refusal;
    if (control.tagName === "SELECT") control.value = task.status;
    else control.reset();
    changed();
  }
  touch(key, 0);
}

/** Shows the task as the server answered with it. */
function took(session, key, task, answer) {
  problem = null;
  board(session).put(answer);
  replace(key, { ...task, ...answer });
  touch(key, 0);
}

const GATES = { review: "Approval by", artifact: "Artifact", hook: "Hook" };

/** What must have passed before it is done. */
const gates = (task) =>
  task.gates?.length
    ? html`<section class="panel" aria-labelledby="gates-title">
        <div class="panel-head"><h2 id="gates-title">Gates</h2></div>
        <ul class="gates">
          ${task.gates.map(
            (gate) => html`<li class="gate">
              <span class="gate-name">${GATES[gate.kind]} ${text(gate.name)}</span>
              <span class="badge ${gate.passed ? "status-done" : "status-todo"}">${gate.passed ? "passed" : "open"}</span>
              ${gate.passed ? nothing : html`<span class="gate-needs quiet" dir="auto">needs ${gate.condition}</span>`}
            </li>`,
          )}
        </ul>
      </section>`
    : nothing;

function others(session, name, ids) {
  if (!ids?.length) return nothing;
  const { tasks } = board(session);
  return html`<section class="panel">
    <div class="panel-head"><h2>${name}</h2></div>
    <ul class="links">
      ${ids.map((id) => {
        const known = tasks.get(id);
        return html`<li>
          <a class="link-row" href=${at`sessions/${session}/tasks/${id}`}
            ><span class="cut">${text(known?.title ?? id)}</span>${known ? status(known.status) : nothing}</a
          >
        </li>`;
      })}
    </ul>
  </section>`;
}

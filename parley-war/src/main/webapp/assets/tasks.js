// Making and editing a task.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { patch, path, post } from "./api.js";
import { closeOwn, dialog } from "./dialogs.js";
import { acceptedFields, discard, draft, holds, once } from "./drafts.js";
import { changed, state } from "./store.js";

const PRIORITIES = ["critical", "high", "medium", "low"];

const titleField = (value) => html`<label for="task-title">Title</label>
  <input id="task-title" name="title" class="input" required maxlength="256" autocomplete="off" autofocus .defaultValue=${value} />`;

const priorityField = (value) => html`<label for="task-priority">Priority</label>
  <select id="task-priority" name="priority" class="input">
    ${PRIORITIES.map((p) => html`<option value=${p} ?selected=${p === value}>${p}</option>`)}
  </select>`;

const descriptionField = (value) => html`<label for="task-description">Description, as Markdown</label>
  <textarea id="task-description" name="description" class="input" rows="5" maxlength="8192" .defaultValue=${value}></textarea>`;

/** Throws away what was typed, and closes the dialog. */
const discardButton = (mine, own) => html`<button
  type="button"
  class="button"
  @click=${() => {
    discard(mine);
    closeOwn(own);
  }}
>
  Discard the draft
</button>`;

const refusal = (problem) =>
  problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing;

/**
 * The dialog for a new task, as a template to be drawn while it is open. Closing it throws nothing away: the
 * draft is the session's.
 *
 * @param {string} session
 * @param {import("./board.js").Board} board
 */
export function newTask(session, board) {
  const mine = draft(`new-task:${session}`);
  const typed = mine.fields ?? {};
  let isDone = false;
  const note = ({ currentTarget: form }) => {
    if (isDone) return;
    const { title, priority, description, assignee, needs, gates } = form.elements;
    mine.fields = {
      title: title.value,
      priority: priority.value,
      description: description.value,
      assignee: assignee.value,
      needs: needs ? [...needs.selectedOptions].map((option) => option.value) : [],
      gates: gates.value,
    };
    changed();
  };
  let problem = null;
  let busy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const { title, priority, description, assignee, needs, gates } = event.target.elements;
    const checks = gates.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const sent = mine.fields;
    busy = true;
    changed();
    try {
      const task = await post(
        path`sessions/${session}/tasks`,
        once(mine)({
          title: title.value.trim(),
          priority: priority.value,
          ...(description.value.trim() ? { description: description.value } : {}),
          ...(assignee.value.trim() ? { assignee: assignee.value.trim() } : {}),
          ...(needs ? { dependsOn: [...needs.selectedOptions].map((option) => option.value) } : {}),
          ...(checks.length ? { gates: checks } : {}),
        }),
      );
      board.put(task);
      isDone = true;
      acceptedFields(mine, sent);
      closeOwn(own);
    } catch (refused) {
      problem = refused;
    }
    busy = false;
    changed();
  };
  const open = [...board.tasks.values()].filter((task) => task.status !== "done").slice(0, 200);
  const own = () =>
    dialog(
      "New task",
      html`<form class="form" @submit=${submit} @input=${note} @change=${note}>
        ${titleField(typed.title ?? "")}
        <div class="form-pair">
          <div>
            ${priorityField(typed.priority ?? "medium")}
          </div>
          <div>
            <label for="task-assignee">Assignee</label>
            <input
              id="task-assignee"
              name="assignee"
              class="input"
              maxlength="64"
              list="task-agents"
              placeholder="whoever claims it"
              autocomplete="off"
              .defaultValue=${typed.assignee ?? ""}
            />
            <datalist id="task-agents">
              ${[...state.agents.keys()].map((id) => html`<option value=${id}></option>`)}
            </datalist>
          </div>
        </div>
        ${descriptionField(typed.description ?? "")}
        ${open.length
          ? html`<label for="task-needs">Waits for</label>
              <select id="task-needs" name="needs" class="input" multiple size="4">
                ${open.map((task) => html`<option value=${task.id} ?selected=${typed.needs?.includes(task.id)}>${task.title}</option>`)}
              </select>`
          : nothing}
        <label for="task-gates">Gates, one a line</label>
        <textarea id="task-gates" name="gates" class="input" rows="2" placeholder="review:qa" aria-describedby="task-gates-help" .defaultValue=${typed.gates ?? ""}></textarea>
        <p id="task-gates-help" class="quiet">
          What must have passed before it is done: review:role, artifact:name or hook:after_task.
        </p>
        ${refusal(problem)}
        <p class="form-foot">
          ${holds(mine) ? discardButton(mine, own) : nothing}
          <button class="button button-main" ?disabled=${busy}>Create the task</button>
        </p>
      </form>`,
    );
  return own;
}

/**
 * The dialog that edits a task, as a template to be drawn while it is open. Closing it throws nothing away: the
 * draft is the task's, and has only what the person changed, since another may change the rest meanwhile. Where
 * another changed the same, the dialog shows both: the draft has what each of its fields was typed over.
 *
 * @param {string} session
 * @param {object} task as the page shows it
 * @param {() => object} now returns the task as the page shows it by then
 * @param {(answer: object) => void} took gets the task as the server answered with it
 */
export function editTask(session, task, now, took) {
  const mine = draft(`edit-task:${session}/${task.id}`);
  const typed = mine.fields ?? {};
  let isDone = false;
  const note = ({ currentTarget: form }) => {
    if (isDone) return;
    const changes = changesOf(task, form.elements);
    const names = Object.keys(changes);
    const over = Object.fromEntries(names.map((name) => [name, mine.fields?.over?.[name] ?? task[name] ?? ""]));
    mine.fields = names.length ? { ...changes, over } : null;
    changed();
  };
  let problem = null;
  let busy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const sent = mine.fields;
    const changes = changesOf(task, event.target.elements);
    if (Object.keys(changes).length === 0) {
      closeOwn(own);
      return;
    }
    if (changes.title !== undefined) changes.title = changes.title.trim();
    busy = true;
    changed();
    try {
      took(await patch(path`sessions/${session}/tasks/${task.id}`, changes));
      isDone = true;
      acceptedFields(mine, sent);
      closeOwn(own);
    } catch (refused) {
      problem = refused;
    }
    busy = false;
    changed();
  };
  const own = () =>
    dialog(
      "Edit the task",
      html`<form class="form" @submit=${submit} @input=${note} @change=${note}>
        ${titleField(typed.title ?? task.title)} ${priorityField(typed.priority ?? task.priority)}
        ${descriptionField(typed.description ?? task.description ?? "")}
        ${overtaken(mine, now())} ${refusal(problem)}
        <p class="form-foot">
          ${holds(mine) ? discardButton(mine, own) : nothing}
          <button class="button button-main" ?disabled=${busy}>Save</button>
        </p>
      </form>`,
    );
  return own;
}

/** Says which fields were changed since the person typed over them, but those that are the same by now. */
function overtaken({ fields }, task) {
  const there = (name) => task[name] ?? "";
  return Object.entries(fields?.over ?? {})
    .filter(([name, was]) => !isSame(there(name), was) && !isSame(there(name), fields[name]))
    .map(
      ([name]) => html`<div role="status">
        <p class="write-problem">The ${name} was changed since you typed yours. Saving puts yours in its place.</p>
        <p class="memory-which">The ${name} now</p>
        <pre class="text-plain memory-current" tabindex="0" role="region" aria-label=${`The ${name} now`} dir="auto">${there(name) || "Empty."}</pre>
      </div>`,
    );
}

const isSame = (one, other) => asTyped(one, "\n").trim() === asTyped(other, "\n").trim();

/** Only what the person changed: another may have changed the rest meanwhile. */
function changesOf(task, { title, priority, description }) {
  const changes = {};
  if (title.value.trim() !== asTyped(task.title, "").trim()) changes.title = title.value;
  if (priority.value !== task.priority) changes.priority = priority.value;
  if (description.value !== asTyped(task.description ?? "", "\n")) changes.description = description.value;
  return changes;
}

/** A text as a field has it, which ends its lines in its own way. */
const asTyped = (value, end) => value.replace(/\r\n?|\n/g, end);

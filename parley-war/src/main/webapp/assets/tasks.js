// Making and editing a task.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { patch, path, post } from "./api.js";
import { dialog } from "./dialogs.js";
import { changed, set, state } from "./store.js";

/** What was typed into the dialog and not sent, by session: closing it throws nothing away. */
const drafts = new Map();

const PRIORITIES = ["critical", "high", "medium", "low"];

const titleField = (value) => html`<label for="task-title">Title</label>
  <input id="task-title" name="title" class="input" required maxlength="256" autocomplete="off" autofocus .defaultValue=${value} />`;

const priorityField = (value) => html`<label for="task-priority">Priority</label>
  <select id="task-priority" name="priority" class="input">
    ${PRIORITIES.map((p) => html`<option value=${p} ?selected=${p === value}>${p}</option>`)}
  </select>`;

const descriptionField = (value) => html`<label for="task-description">Description, as Markdown</label>
  <textarea id="task-description" name="description" class="input" rows="5" maxlength="8192" .defaultValue=${value}></textarea>`;

const refusal = (problem) =>
  problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing;

/**
 * The dialog for a new task, as a template to be drawn while it is open.
 *
 * @param {string} session
 * @param {import("./board.js").Board} board
 */
export function newTask(session, board) {
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
  const draft = drafts.get(session) ?? {};
  const isKept = drafts.has(session);
  const note = ({ currentTarget: form }) => {
    const { title, priority, description, assignee, needs, gates } = form.elements;
    drafts.set(session, {
      title: title.value,
      priority: priority.value,
      description: description.value,
      assignee: assignee.value,
      needs: needs ? [...needs.selectedOptions].map((option) => option.value) : [],
      gates: gates.value,
    });
  };
  const discard = () => {
    drafts.delete(session);
    set({ dialog: null });
  };
  let problem = null;
  let busy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const { title, priority, description, assignee, needs, gates } = event.target.elements;
    const checks = gates.value.split("\n").map((line) => line.trim()).filter(Boolean);
    busy = true;
    changed();
    try {
      const task = await post(path`sessions/${session}/tasks`, {
        title: title.value.trim(),
        priority: priority.value,
        ...(description.value.trim() ? { description: description.value } : {}),
        ...(assignee.value.trim() ? { assignee: assignee.value.trim() } : {}),
        ...(needs ? { dependsOn: [...needs.selectedOptions].map((option) => option.value) } : {}),
        ...(checks.length ? { gates: checks } : {}),
        key,
      });
      board.put(task);
      drafts.delete(session);
      set({ dialog: null });
    } catch (refusal) {
      problem = refusal;
    }
    busy = false;
    changed();
  };
  const open = [...board.tasks.values()].filter((task) => task.status !== "done").slice(0, 200);
  return () =>
    dialog(
      "New task",
      html`<form class="form" @submit=${submit} @input=${note} @change=${note}>
        ${titleField(draft.title ?? "")}
        <div class="form-pair">
          <div>
            ${priorityField(draft.priority ?? "medium")}
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
              .defaultValue=${draft.assignee ?? ""}
            />
            <datalist id="task-agents">
              ${[...state.agents.keys()].map((id) => html`<option value=${id}></option>`)}
            </datalist>
          </div>
        </div>
        ${descriptionField(draft.description ?? "")}
        ${open.length
          ? html`<label for="task-needs">Waits for</label>
              <select id="task-needs" name="needs" class="input" multiple size="4">
                ${open.map((task) => html`<option value=${task.id} ?selected=${draft.needs?.includes(task.id)}>${task.title}</option>`)}
              </select>`
          : nothing}
        <label for="task-gates">Gates, one a line</label>
        <textarea id="task-gates" name="gates" class="input" rows="2" placeholder="review:qa" aria-describedby="task-gates-help" .defaultValue=${draft.gates ?? ""}></textarea>
        <p id="task-gates-help" class="quiet">
          What must have passed before it is done: review:role, artifact:name or hook:after_task.
        </p>
        ${refusal(problem)}
        <p class="form-foot">
          ${isKept ? html`<button type="button" class="button" @click=${discard}>Discard the draft</button>` : nothing}
          <button class="button button-main" ?disabled=${busy}>Create the task</button>
        </p>
      </form>`,
    );
}

/**
 * The dialog that edits a task, as a template to be drawn while it is open.
 *
 * @param {string} session
 * @param {object} task as the page shows it
 * @param {(answer: object) => void} took gets the task as the server answered with it
 */
export function editTask(session, task, took) {
  let problem = null;
  let busy = false;
  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const changes = changesOf(task, event.target.elements);
    if (Object.keys(changes).length === 0) {
      set({ dialog: null });
      return;
    }
    busy = true;
    changed();
    try {
      took(await patch(path`sessions/${session}/tasks/${task.id}`, changes));
      set({ dialog: null });
    } catch (refused) {
      problem = refused;
    }
    busy = false;
    changed();
  };
  return () =>
    dialog(
      "Edit the task",
      html`<form class="form" @submit=${submit}>
        ${titleField(task.title)} ${priorityField(task.priority)} ${descriptionField(task.description ?? "")}
        ${refusal(problem)}
        <p class="form-foot"><button class="button button-main" ?disabled=${busy}>Save</button></p>
      </form>`,
    );
}

/** Only what the person changed: another may have changed the rest meanwhile. */
function changesOf(task, { title, priority, description }) {
  const changes = {};
  if (title.value.trim() !== asTyped(task.title, "").trim()) changes.title = title.value.trim();
  if (priority.value !== task.priority) changes.priority = priority.value;
  if (description.value !== asTyped(task.description ?? "", "\n")) changes.description = description.value;
  return changes;
}

/** A text as a field has it, which ends its lines in its own way. */
const asTyped = (value, end) => value.replace(/\r\n?|\n/g, end);

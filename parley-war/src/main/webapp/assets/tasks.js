// Making a task.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { path, post } from "./api.js";
import { dialog } from "./dialogs.js";
import { changed, set, state } from "./store.js";

/** What was typed into the dialog and not sent, by session: closing it throws nothing away. */
const drafts = new Map();

const PRIORITIES = ["critical", "high", "medium", "low"];

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
    const { title, priority, description, assignee, needs } = form.elements;
    drafts.set(session, {
      title: title.value,
      priority: priority.value,
      description: description.value,
      assignee: assignee.value,
      needs: needs ? [...needs.selectedOptions].map((option) => option.value) : [],
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
    const { title, priority, description, assignee, needs } = event.target.elements;
    busy = true;
    changed();
    try {
      const task = await post(path`sessions/${session}/tasks`, {
        title: title.value.trim(),
        priority: priority.value,
        ...(description.value.trim() ? { description: description.value } : {}),
        ...(assignee.value.trim() ? { assignee: assignee.value.trim() } : {}),
        ...(needs ? { dependsOn: [...needs.selectedOptions].map((option) => option.value) } : {}),
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
        <label for="task-title">Title</label>
        <input id="task-title" name="title" class="input" required maxlength="256" autocomplete="off" autofocus .defaultValue=${draft.title ?? ""} />
        <div class="form-pair">
          <div>
            <label for="task-priority">Priority</label>
            <select id="task-priority" name="priority" class="input">
              ${PRIORITIES.map((p) => html`<option value=${p} ?selected=${p === (draft.priority ?? "medium")}>${p}</option>`)}
            </select>
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
        <label for="task-description">Description, as Markdown</label>
        <textarea id="task-description" name="description" class="input" rows="5" maxlength="8192" .defaultValue=${draft.description ?? ""}></textarea>
        ${open.length
          ? html`<label for="task-needs">Waits for</label>
              <select id="task-needs" name="needs" class="input" multiple size="4">
                ${open.map((task) => html`<option value=${task.id} ?selected=${draft.needs?.includes(task.id)}>${task.title}</option>`)}
              </select>`
          : nothing}
        ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
        <p class="form-foot">
          ${isKept ? html`<button type="button" class="button" @click=${discard}>Discard the draft</button>` : nothing}
          <button class="button button-main" ?disabled=${busy}>Create the task</button>
        </p>
      </form>`,
    );
}

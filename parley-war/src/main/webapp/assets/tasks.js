// Making a task.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { path, post } from "./api.js";
import { dialog } from "./dialogs.js";
import { changed, set, state } from "./store.js";

const PRIORITIES = ["critical", "high", "medium", "low"];

/**
 * The dialog for a new task, as a template to be drawn while it is open.
 *
 * @param {string} session
 * @param {import("./board.js").Board} board
 */
export function newTask(session, board) {
  const key = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
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
      html`<form class="form" @submit=${submit}>
        <label for="task-title">Title</label>
        <input id="task-title" name="title" class="input" required maxlength="256" autocomplete="off" autofocus />
        <div class="form-pair">
          <div>
            <label for="task-priority">Priority</label>
            <select id="task-priority" name="priority" class="input">
              ${PRIORITIES.map((p) => html`<option value=${p} ?selected=${p === "medium"}>${p}</option>`)}
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
            />
            <datalist id="task-agents">
              ${[...state.agents.keys()].map((id) => html`<option value=${id}></option>`)}
            </datalist>
          </div>
        </div>
        <label for="task-description">Description, as Markdown</label>
        <textarea id="task-description" name="description" class="input" rows="5" maxlength="8192"></textarea>
        ${open.length
          ? html`<label for="task-needs">Waits for</label>
              <select id="task-needs" name="needs" class="input" multiple size="4">
                ${open.map((task) => html`<option value=${task.id}>${task.title}</option>`)}
              </select>`
          : nothing}
        ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
        <p class="form-foot"><button class="button button-main" ?disabled=${busy}>Create the task</button></p>
      </form>`,
    );
}

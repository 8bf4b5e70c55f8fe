// Moving a card to another column, by a dialog or by dragging it: only to where the server lets it go.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { announce } from "./announce.js";
import { get, patch, path } from "./api.js";
import { board, STATUSES } from "./board.js";
import { dialog } from "./dialogs.js";
import { count } from "./format.js";
import { loading, STATUS_NAMES, status, text } from "./parts.js";
import { may } from "./rights.js";
import { changed, set } from "./store.js";

/** The card that is pulled: its session, its task, and the columns it may go to once they are known. */
let pulled = null;

/** Why the last card that was dropped could not be moved. */
let problem = null;

export const moveProblem = () => problem;

export function forgetMoveProblem() {
  problem = null;
  changed();
}

const read = (session, id) => get(path`sessions/${session}/tasks/${id}`);

/** @returns {Promise<void>} refused where it may not go there */
async function move(session, task, to) {
  const answer = await patch(path`sessions/${session}/tasks/${task.id}`, { status: to });
  board(session).put(answer);
  announce(`${task.title} is ${STATUS_NAMES[answer.status]} now`);
}

/** What the next drawing puts there. */
const focusSoon = (selector) =>
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector(selector)?.focus()));

const focusCard = (id) => focusSoon(`.card[data-task="${CSS.escape(id)}"]`);

/** Opens the dialog with the columns that a task may be moved to. */
export async function openMoves(session, task) {
  let full = null;
  let refusal = null;
  let busy = false;
  const choose = async (to) => {
    if (busy) return;
    busy = true;
    changed();
    try {
      await move(session, task, to);
      set({ dialog: null });
      focusCard(task.id);
    } catch (why) {
      refusal = why;
    }
    busy = false;
    changed();
  };
  set({
    dialog: () =>
      dialog(
        "Move the task",
        html`<p><strong dir="auto">${task.title || "(no title)"}</strong> ${status(full?.status ?? task.status)}</p>
          ${refusal ? html`<p class="write-problem" role="alert">${refusal.message}</p>` : nothing}
          ${full === null ? (refusal ? nothing : loading("where it may go")) : choices(full, busy, choose)}`,
      ),
  });
  try {
    full = await read(session, task.id);
  } catch (why) {
    refusal = why;
  }
  changed();
  focusSoon("dialog [data-to]");
}

function choices(task, busy, choose) {
  const { mayBecome, mayAssign: mayChange, assignee, blockedBy = [] } = task;
  if (!mayChange) return html`<p>${assignee ? html`Only ${text(assignee)} may move it.` : "You may not move it."}</p>`;
  return html`${mayBecome.length
    ? html`<div class="moves" role="group" aria-label="To">
        ${STATUSES.filter((one) => mayBecome.includes(one)).map(
          (one) => html`<button
            type="button"
            class="button"
            data-to=${one}
            ?disabled=${busy}
            @click=${() => choose(one)}
          >
            ${STATUS_NAMES[one]}
          </button>`,
        )}
      </div>`
    : nothing}
  ${blockedBy.length
    ? html`<p class="quiet">It waits for ${count(blockedBy.length, "other task")}; it can go on when they are done.</p>`
    : nothing}`;
}

/** For a card: begins to pull it, and asks where it may go. */
export const startPull = (session, task) => (event) => {
  if (!may("work")) return;
  const mine = { session, task, allowed: null };
  pulled = mine;
  problem = null;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", task.title);
  read(session, task.id).then(
    ({ mayBecome }) => {
      mine.allowed = mayBecome;
      if (pulled === mine) changed();
    },
    (refusal) => {
      if (pulled === mine) problem = refusal;
      changed();
    },
  );
};

export function endPull() {
  pulled = null;
  changed();
}

/** Returns true if the card that is pulled may go into the column. */
export const takes = (session, column) => pulled?.session === session && (pulled.allowed?.includes(column) ?? false);

/** For a column: lets a card be dropped where it may go. */
export const over = (session, column) => (event) => {
  if (!takes(session, column)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
};

export const drop = (session, column) => async (event) => {
  if (!takes(session, column)) return;
  event.preventDefault();
  const { task } = pulled;
  pulled = null;
  try {
    await move(session, task, column);
    focusCard(task.id);
  } catch (refusal) {
    problem = refusal;
  }
  changed();
};

// Moving a card to another column, by a dialog or by dragging it: only to where the server lets it go.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { announce } from "./announce.js";
import { get, patch, path } from "./api.js";
import { board, STATUSES } from "./board.js";
import { closeOwn, dialog } from "./dialogs.js";
import { count } from "./format.js";
import { loading, onlyThese, STATUS_NAMES, status } from "./parts.js";
import { may } from "./rights.js";
import { afterDrawing, changed, set, state } from "./store.js";

/** The card that is pulled: its session, its task, and the columns it may go to. */
let pulled = null;

/** The reason that the last card which a person moved on the board of a session was refused. */
let problem = null;

const isMine = ({ by }) => by === state.me?.name;

export const moveProblem = (session) => (problem?.session === session && isMine(problem) ? problem.why : null);

export function forgetMoveProblem() {
  problem = null;
  changed();
}

function refused(session, why) {
  problem = { session, why, by: state.me?.name };
  changed();
}

/** Moves that the server has not answered yet, which a hook may take minutes for: column and person, by the task. */
const underWay = new Map();

/** @returns {string|undefined} the column a task is on its way to, where this person moves it */
export function movingTo(id) {
  const moved = underWay.get(id);
  return moved && isMine(moved) ? moved.to : undefined;
}

/** Columns as they stand with a task, asked for again where it is another one on the board by then. */
class Columns {
  /** @type {?object} the task as the server answered with it */
  full = null;
  problem = null;
  #session;
  #id;
  #asked = null;

  constructor(session, { id }) {
    this.#session = session;
    this.#id = id;
  }

  async ask() {
    const asked = this.#onBoard();
    this.#asked = asked;
    this.problem = null;
    let full = null;
    let refusal = null;
    try {
      full = await get(path`sessions/${this.#session}/tasks/${this.#id}`);
    } catch (why) {
      refusal = why;
    }
    if (this.#asked !== asked) return;
    this.full = full;
    this.problem = refusal;
    changed();
  }

  /** Returns true if the answer is about the task as the board has it; else it is asked for again. */
  isFresh() {
    if (this.#asked === this.#onBoard()) return this.full !== null;
    this.full = null;
    this.ask();
    return false;
  }

  /** The status and the assignee, on which the columns depend. */
  #onBoard() {
    const task = board(this.#session).tasks.get(this.#id);
    return task ? `${task.status} ${task.assignee ?? ""}` : "";
  }
}

/** @returns {Promise<void>} refused where it may not go there; the answer is nothing to another person */
async function move(session, task, to) {
  const moved = { to, by: state.me?.name };
  underWay.set(task.id, moved);
  changed();
  try {
    const answer = await patch(path`sessions/${session}/tasks/${task.id}`, { status: to });
    if (!isMine(moved)) return;
    board(session).put(answer);
    announce(`${task.title} is ${STATUS_NAMES[answer.status]} now`);
  } catch (why) {
    if (isMine(moved)) throw why;
  } finally {
    if (underWay.get(task.id) === moved) underWay.delete(task.id);
    changed();
  }
}

/** Returns true if the focus is nowhere else: a slow move takes it from nobody who is at something else by now. */
const isFree = (own) => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return true;
  return focused.closest(own ? ".card-place, dialog" : ".card-place") !== null;
};

function focusCard(id, own) {
  if (!isFree(own) || (state.dialog !== null && !own)) return;
  afterDrawing(() => {
    if (state.dialog === null) document.querySelector(`.card[data-task="${CSS.escape(id)}"]`)?.focus();
  });
}

/** Opens the dialog with the columns that a task may be moved to. */
export function openMoves(session, task) {
  const columns = new Columns(session, task);
  let refusal = null;
  const choose = async (to) => {
    if (movingTo(task.id)) return;
    refusal = null;
    try {
      await move(session, task, to);
      const isOwn = state.dialog === own;
      focusCard(task.id, isOwn);
      closeOwn(own);
    } catch (why) {
      if (state.dialog === own) refusal = why;
      else refused(session, why);
    }
    changed();
  };
  const own = () => {
    const isMoving = movingTo(task.id);
    const full = isMoving || columns.isFresh() ? columns.full : null;
    const why = refusal ?? columns.problem;
    return dialog(
      "Move the task",
      html`<p><strong dir="auto">${task.title || "(no title)"}</strong> ${status(full?.status ?? task.status)}</p>
        ${why ? html`<p class="write-problem" role="alert">${why.message}</p>` : nothing}
        ${full === null ? (columns.problem ? nothing : loading("where it may go")) : choices(full, isMoving, choose)}`,
    );
  };
  set({ dialog: own });
  columns.ask().then(() => {
    afterDrawing(() => {
      if (state.dialog === own) document.querySelector("dialog [data-to]")?.focus();
    });
  });
}

function choices(task, isMoving, choose) {
  const { mayBecome, mayAssign: mayChange, assignee, blockedBy = [] } = task;
  if (!mayChange) return assignee ? onlyThese(task) : html`<p>You may not move it.</p>`;
  return html`${mayBecome.length
    ? html`<div class="moves" role="group" aria-label="To">
        ${STATUSES.filter((one) => mayBecome.includes(one)).map(
          (one) => html`<button
            type="button"
            class="button"
            data-to=${one}
            ?disabled=${isMoving}
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
  if (movingTo(task.id)) {
    event.preventDefault();
    return;
  }
  const mine = { session, task, columns: new Columns(session, task) };
  pulled = mine;
  problem = null;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", task.title);
  mine.columns.ask().then(() => {
    if (pulled === mine && mine.columns.problem) refused(session, mine.columns.problem);
  });
};

export function endPull() {
  if (pulled === null) return;
  pulled = null;
  changed();
}

// A card that was put into another column meanwhile is another element, and the end of the drag is not heard of.
addEventListener("pointermove", ({ buttons }) => {
  if (buttons === 0) endPull();
});

/** Returns true if the card that is pulled may go into the column. */
export const takes = (session, column) =>
  pulled?.session === session && pulled.columns.isFresh() && pulled.columns.full.mayBecome.includes(column);

/** For a column: lets a card be dropped where it may go. */
export const over = (session, column) => (event) => {
  if (!takes(session, column)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
};

export const drop = (session, column) => async (event) => {
  if (pulled?.session !== session) return;
  event.preventDefault();
  const { task, columns } = pulled;
  endPull();
  if (!columns.isFresh()) {
    refused(session, new Error(`${task.title} was changed meanwhile, and not moved.`));
    return;
  }
  if (!columns.full.mayBecome.includes(column)) return;
  try {
    await move(session, task, column);
    focusCard(task.id, false);
  } catch (why) {
    refused(session, why);
  }
};

// What a card of the board says beside its task, and which card stands before which.

const PRIORITIES = { critical: 0, high: 1, medium: 2, low: 3 };

/**
 * @typedef {object} Card
 * @property {object} task
 * @property {"ready"|"blocked"|null} readiness of a task in todo; null of others
 * @property {string[]} needs the ids it waits for
 * @property {?string} returned the status from which it came back, to the board or to its assignee
 * @property {?string} since when it got into its column
 * @property {number} created when it was made, in milliseconds
 * @property {number} entered the same as `since`, in milliseconds
 * @property {object[]} reviews the pending ones that its assignee asked for, where it is in review
 */

/**
 * @param {import("./board.js").Board} board
 * @param {Map<string, object>} known what events say of tasks
 * @param {Map<?string, object[]>} pending reviews by who asked for them
 * @returns {Card}
 */
export function cardOf(task, board, known, pending) {
  const its = known.get(task.id);
  const isKnown = its?.status === task.status;
  const since = (isKnown ? its.since : task.updatedAt) ?? null;
  const needs = task.status === "done" ? [] : board.blockedBy(task);
  return {
    task,
    readiness: task.status === "todo" ? (needs.length ? "blocked" : "ready") : null,
    needs,
    returned: isKnown && task.status !== "done" ? its.returned : null,
    since,
    created: Date.parse(task.createdAt) || Infinity,
    entered: Date.parse(since) || Infinity,
    reviews: task.status === "in_review" && task.assignee ? (pending.get(task.assignee) ?? []) : [],
  };
}

const rank = ({ task }) => PRIORITIES[task.priority] ?? 4;
const blocked = ({ readiness }) => Number(readiness === "blocked");

/** Infinity from itself is no number, and no order. */
const apart = (a, b) => a - b || 0;

/** In todo what can be begun comes first; then what is urgent; then what is there longest. */
export const todoFirst = (a, b) => blocked(a) - blocked(b) || rank(a) - rank(b) || apart(a.created, b.created);

/** What is urgent, then what is in the column longest. */
export const urgentFirst = (a, b) => rank(a) - rank(b) || apart(a.entered, b.entered);

export const newestFirst = (a, b) => apart(b.entered, a.entered);

export const ORDERS = { todo: todoFirst, in_progress: urgentFirst, in_review: urgentFirst, done: newestFirst };

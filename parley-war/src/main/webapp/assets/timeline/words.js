// A bar of the timeline in words: for its name, its tooltip and the table.

import { full, inWords } from "../format.js";
import { VERDICT_NAMES } from "../parts.js";

export const KINDS = { task: "Task", review: "Review", wait: "Wait" };

const ENDS = { done: "Done", todo: "Returned to the board", in_progress: "Given to another", in_review: "Given to another" };

/** How the bar ended, or how it stands. */
export function outcome({ kind, outcome: end, open, inReview, to }) {
  if (kind === "wait") return open ? "Still waits" : "Over";
  if (kind === "review") return open ? VERDICT_NAMES.pending : (VERDICT_NAMES[end] ?? "Given to another");
  if (!open) return ENDS[end] ?? end;
  return inReview.at(-1)?.[1] === to ? "In review" : "In progress";
}

export const named = ({ title }) => title || "(no title)";

/** What the bar is about: the title of a task, what is judged, what is waited for. */
export function subject(bar) {
  const { kind, who, task, more } = bar;
  if (kind === "task") return named(bar);
  if (kind === "review") return `${named(bar)}${who ? `, asked by ${who}` : ""}`;
  if (task) return `for ${named(bar)}${more ? `, with ${more} more that wait` : ""}`;
  return `for an answer${who ? ` of ${who}` : ""}${bar.title ? `: ${bar.title}` : ""}`;
}

/** Everything the picture shows of a bar. */
export function said(bar) {
  const began = bar.cut ? `before ${full(bar.from)}` : full(bar.from);
  const waited = bar.inReview.reduce((sum, [from, to]) => sum + to - from, 0);
  return [
    `${KINDS[bar.kind]} ${subject(bar)}`,
    bar.agent,
    outcome(bar),
    `from ${began}, ${bar.cut ? "at least " : ""}${inWords(bar.to - bar.from)}`,
    waited ? `${inWords(waited)} of it in review` : null,
  ]
    .filter(Boolean)
    .join("; ");
}

// The end an agent declares with the beginning of a message, as the server reads it: what it is, and
// the words after it.

/**
 * @typedef {object} End
 * @property {"waiting"|"done"|"failed"} kind
 * @property {string} words what was said beside it; may be empty
 * @property {?string} confidence of 0 to 1, in one that is done, where it says so
 */

const DECLARED = /^\s*end:(waiting|_done|failed)/;
const CONFIDENCE = /^confidence:\s*([01](?:\.\d+)?)\s*(?:\||$)/;

export const END_NAMES = { waiting: "Waiting", done: "Done", failed: "Failed" };

/** @returns {?End} null for a message that declares none */
export function endOf(text) {
  const found = DECLARED.exec(text);
  if (!found) return null;
  const kind = found[1] === "_done" ? "done" : found[1];
  const words = text.slice(found[0].length).trim().replace(/^\|/, "").trim();
  const confidence = kind === "done" ? CONFIDENCE.exec(words) : null;
  return {
    kind,
    words: confidence ? words.slice(confidence[0].length).trim() : words,
    confidence: confidence ? confidence[1] : null,
  };
}

/** Whether its sender does not go on by itself, whatever is answered. */
export const isFinal = (text) => ["done", "failed"].includes(endOf(text)?.kind);

/** A message on one line, as an answer quotes it. */
export function quoted(text) {
  const end = endOf(text);
  return end ? [END_NAMES[end.kind], end.words].filter(Boolean).join(": ") : text;
}

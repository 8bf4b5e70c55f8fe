// Reads a diff of the unified form, as git and diff write it.

/**
 * @typedef {object} Row
 * @property {"place"|"note"|"same"|"added"|"removed"} kind
 * @property {?number} old its number before, where it was there
 * @property {?number} now its number after, where it is there
 * @property {string} text
 * @property {import("./comments.js").Place} [place] where comments on it are, once it was drawn
 */

/** @typedef {{name: string, rows: Row[]}} File the name is empty for what stands before the first file */

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** @returns {File[]} */
export function parse(text) {
  const lines = text.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");
  const files = [];
  let file = null;
  let left = { old: 0, now: 0 };
  let at = { old: 0, now: 0 };
  const begin = (name) => {
    file = { name, rows: [] };
    files.push(file);
  };
  const add = (kind, line, old = null, now = null) => {
    if (!file) begin("");
    file.rows.push({ kind, old, now, text: line });
  };
  const inHunk = (line) => {
    const sign = line[0] ?? " ";
    if (sign === "\\") add("note", line.slice(2));
    else if (sign === "+" && left.now > 0) {
      left.now--;
      add("added", line.slice(1), null, at.now++);
    } else if (sign === "-" && left.old > 0) {
      left.old--;
      add("removed", line.slice(1), at.old++);
    } else if (sign === " " && left.old > 0 && left.now > 0) {
      left.old--;
      left.now--;
      add("same", line.slice(1), at.old++, at.now++);
    } else return false;
    return true;
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if ((left.old > 0 || left.now > 0 || line.startsWith("\\ ")) && inHunk(line)) continue;
    const hunk = HUNK.exec(line);
    if (hunk) {
      at = { old: Number(hunk[1]), now: Number(hunk[3]) };
      left = { old: Number(hunk[2] ?? 1), now: Number(hunk[4] ?? 1) };
      add("place", line);
      continue;
    }
    left = { old: 0, now: 0 };
    if (line.startsWith("--- ") && lines[i + 1]?.startsWith("+++ ")) {
      named(nameOf(lines[i + 1]) ?? nameOf(line) ?? "");
      i++;
    } else if (line.startsWith("diff ")) {
      begin(/ b\/(.+)$/.exec(line)?.[1] ?? "");
    } else if (line !== "") {
      add("note", line);
    }
  }
  return files;

  /** The file that a line `diff` began goes on under its two names; without such a line another one begins. */
  function named(name) {
    if (file && file.rows.every(({ kind }) => kind === "note") && files.at(-1) === file && file.name !== "") file.name = name;
    else begin(name);
  }
}

/** The name in a line that begins with `---` or `+++`; null where there is no file. */
function nameOf(line) {
  const name = line.slice(4).replace(/\t.*$/, "").trim();
  if (name === "/dev/null") return null;
  return name.replace(/^[ab]\//, "");
}

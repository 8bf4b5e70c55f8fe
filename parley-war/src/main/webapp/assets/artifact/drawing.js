// The content of an artifact where it is more than text: code in colours, a diff by lines, diagrams.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { size } from "../format.js";
import { rendered } from "../markdown.js";
import { state } from "../store.js";
import { Code, codeNodes, colour, MAX_LENGTH } from "./code.js";
import { commentsOn } from "./comments.js";
import { diagram } from "./diagram.js";
import { languageOf } from "./kinds.js";
import { diffLines } from "./lines.js";
import { parse } from "./unified.js";

/** The most diagrams of a document that are drawn; each has a frame of its own. */
const MAX_DIAGRAMS = 12;

/** The diff that is shown; its files stay the same ones, as their colours are kept with them. */
let read = { id: null, written: null, files: [] };

function filesOf({ id, content: written }) {
  if (read.id !== id || read.written !== written) read = { id, written, files: parse(written) };
  return read.files;
}

/** @param {{kind: string, language: ?string}} as what it is */
export function content(session, data, as) {
  const written = data.content;
  if (as.kind === "diff") return diff(session, data);
  if (as.kind === "code") return html`${tooLong(written)}${code(written, as.language)}`;
  if (as.kind === "diagram") {
    // in a template of its own: what stands here until this module is loaded is guarded by the same text
    return html`${guard([written], () => html`<div class="prose">${diagram(preOf(written), written)}</div>`)}`;
  }
  return html`${tooLong(written)}${guard(
    [written, state.me.name],
    () => html`<div class="prose" dir="auto">${documentOf(written)}</div>`,
  )}`;
}

/** The text that is shown as code. */
let shown = { written: null, language: null, found: null };

export const code = (written, language) => {
  if (shown.written !== written || shown.language !== language) {
    shown = { written, language, found: new Code(written, language) };
  }
  const lines = shown.found.lines();
  return guard([written, lines], () => html`<pre class="text-plain" dir="auto">${lines ? codeNodes(lines) : written}</pre>`);
};

const tooLong = (written) =>
  written.length > MAX_LENGTH
    ? html`<p class="quiet code-note">It is longer than ${size(MAX_LENGTH)}, and shown without colours.</p>`
    : nothing;

const titleOf = ({ name, version }) => `${name}${version > 1 ? `, version ${version}` : ""}`;

function diff(session, data) {
  const isLong = data.content.length > MAX_LENGTH;
  const title = titleOf(data);
  const of = {
    key: data.id,
    own: data.id,
    comments: commentsOn(session, [{ id: data.id, title }]),
    language: (file) => (isLong ? null : languageOf(file.name)),
    placeOf: (file, { kind, old, now }) => ({
      artifact: data.id,
      title,
      file: file.name,
      side: kind === "removed" ? "old" : "new",
      line: kind === "removed" ? old : now,
    }),
  };
  return html`${tooLong(data.content)}${diffLines(session, of, filesOf(data))}`;
}

/** The two versions that are compared, as a file of a diff. Neither changes, however often it is read. */
let compared = { key: null, files: [] };

/** The changes between two versions. A line that was taken out is a line of the earlier one. */
export function changes(session, from, to, hunks) {
  const key = `${from.id} ${to.id}`;
  if (compared.key !== key) compared = { key, files: [{ name: to.name, rows: hunks.flatMap(rowsOf) }] };
  const [before, after] = [from, to].map(({ id, version }) => ({ id, title: titleOf({ name: to.name, version }) }));
  const of = {
    key,
    own: to.id,
    files: false,
    comments: commentsOn(session, [before, after]),
    language: () => languageOf(to.name),
    placeOf: (_, { kind, old, now }) => {
      const { id, title } = kind === "removed" ? before : after;
      return { artifact: id, title, file: "", side: "new", line: kind === "removed" ? old : now };
    },
  };
  return diffLines(session, of, compared.files);
}

function rowsOf({ fromLine, toLine, lines }) {
  let [old, now] = [fromLine, toLine];
  return [
    { kind: "place", old: null, now: null, text: `Line ${toLine}` },
    ...lines.map(({ kind, text }) => ({
      kind,
      text,
      old: kind === "added" ? null : old++,
      now: kind === "removed" ? null : now++,
    })),
  ];
}

/** A document whose blocks of code get their colours, and whose diagrams are drawn, as soon as they can be. */
function documentOf(written) {
  const made = rendered(written, { mine: [state.me.name], outline: true });
  let diagrams = 0;
  for (const block of made.querySelectorAll("pre > code[data-lang]")) {
    const { lang } = block.dataset;
    if (lang === "mermaid") {
      if (++diagrams <= MAX_DIAGRAMS) block.parentElement.replaceWith(diagram(preOf(block.textContent), block.textContent));
    } else if (written.length <= MAX_LENGTH) {
      colour(block, lang);
    }
  }
  return made;
}

function preOf(source) {
  const pre = document.createElement("pre");
  pre.textContent = source;
  return pre;
}

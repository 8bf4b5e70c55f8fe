// The lines of a diff, each of which can be chosen by its number to comment on it.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { may } from "../rights.js";
import { MOST } from "../run.js";
import { afterDrawing, changed } from "../store.js";
import { Code, lineNodes } from "./code.js";
import { at, commentBox, commentList, isOpen, others, placed, placeName, toggle } from "./comments.js";

const SIGNS = { same: " ", added: "+", removed: "−" };
const SAID = { same: "", added: "added: ", removed: "removed: " };
/** So many rows are drawn, and more when asked. */
const MAX_ROWS = 1500;

/** The number of rows that are drawn, and of which diff. */
let shown = { of: null, most: MAX_ROWS };

/**
 * @param {string} session
 * @param {{key: string, own: string, files?: boolean, comments: object, language: (file: object) => ?string,
 *   placeOf: (file: object, row: object) => object}} of what the files are of; places get their keys here
 * @param {import("./unified.js").File[]} files
 */
export function diffLines(session, of, files) {
  if (shown.of !== of.key) shown = { of: of.key, most: MAX_ROWS };
  const total = files.reduce((sum, { rows }) => sum + rows.length, 0);
  const drawn = firstRows(files, shown.most);
  const places = drawn.flatMap(({ file, rows }) => rows.filter(isLine).map((row) => placeOf(of, file, row)));
  const unplaced = others(of.comments, places).filter(({ place }) => place.artifact === of.own);
  const parts = drawn.map(({ file, rows }, i) => fileLines(session, of, file, rows, i));
  return html`<div class="diff-files" @keydown=${moves}>${parts}</div>
    ${total > shown.most
      ? html`<button
          type="button"
          class="button"
          @click=${() => {
            shown.most += 4 * MAX_ROWS;
            changed();
          }}
        >
          Show more of its ${total.toLocaleString()} lines
        </button>`
      : nothing}
    ${of.comments.areCut
      ? html`<p class="quiet code-note">
          Comments before the newest ${MOST.toLocaleString("en")} messages are not shown.
        </p>`
      : nothing}
    ${unplaced.length
      ? html`<section class="other-comments" aria-label="Comments on other lines">
          <h3>Comments on lines that are not shown</h3>
          ${commentList(unplaced, { named: true })}
        </section>`
      : nothing}`;
}

/** The files with so many rows in all. */
function firstRows(files, most) {
  const drawn = [];
  let left = most;
  for (const file of files) {
    if (left <= 0) break;
    if (file.rows.length) drawn.push({ file, rows: file.rows.slice(0, left) });
    left -= file.rows.length;
  }
  return drawn;
}

const isLine = ({ kind }) => kind === "same" || kind === "added" || kind === "removed";

/** The place of a row, which is the same in each drawing. */
const placeOf = (of, file, row) => (row.place ??= placed(of.placeOf(file, row)));

function fileLines(session, of, file, rows, index) {
  const colours = coloursOf(file, of.language(file));
  let first = true;
  return html`<section class="diff" aria-label=${file.name || "Changes"}>
    ${file.name && of.files !== false ? html`<h3 class="diff-file"><bdi>${file.name}</bdi></h3>` : nothing}
    <div class="diff-rows" data-rows>
      ${repeat(
        rows,
        (_, i) => `${of.key} ${index} ${i}`,
        (row, i) => {
          if (!isLine(row)) return html`<p class="diff-${row.kind === "note" ? "note" : "place"}">${row.text}</p>`;
          const isFirst = first;
          first = false;
          return line(session, placeOf(of, file, row), row, colours?.[i] ?? null, of.comments, isFirst);
        },
      )}
    </div>
  </section>`;
}

function line(session, place, row, parts, comments, isFirst) {
  const said = at(comments, place);
  const mayWrite = may("work");
  const isWriting = mayWrite && isOpen(place);
  return html`${guard(
    [row, parts, said.length, isWriting, mayWrite, isFirst, place.artifact],
    () => html`<div class="diff-line diff-${row.kind}" data-row tabindex="-1">
      ${mayWrite
        ? html`<button
            type="button"
            class="diff-number"
            data-open
            tabindex=${isFirst ? "0" : "-1"}
            aria-expanded=${isWriting}
            aria-label=${`${place.line}, comment on ${placeName(place)}`}
            title=${`Comment on ${placeName(place)}`}
            @click=${(event) => choose(event.currentTarget, place)}
          >
            ${place.line}
          </button>`
        : html`<span class="diff-number">${place.line}</span>`}
      <span class="diff-sign" aria-hidden="true">${SIGNS[row.kind]}</span
      ><span class="diff-text" dir="auto"
        ><span class="unseen">${SAID[row.kind]}</span>${parts ? lineNodes(parts) : row.text}</span
      >
    </div>`,
  )}
  ${said.length || isWriting
    ? html`<div class="diff-said">
        ${said.length ? commentList(said) : nothing}
        ${isWriting ? commentBox(session, place, numberAbove) : nothing}
      </div>`
    : nothing}`;
}

function choose(number, place) {
  toggle(place);
  changed();
  if (isOpen(place)) afterDrawing(() => boxBelow(number)?.focus());
}

const boxBelow = (number) => {
  const below = number.closest(".diff-line")?.nextElementSibling;
  return below?.matches(".diff-said") ? below.querySelector("textarea") : null;
};

/** The number of the line that a box is about. */
const numberAbove = (inBox) => inBox?.closest(".diff-said")?.previousElementSibling?.querySelector(".diff-number") ?? null;

/** Arrows go from number to number, so that one stop of Tab is enough; Escape leaves a box. */
function moves(event) {
  const { key, target } = event;
  if (key === "Escape" && target.matches("textarea")) {
    event.stopPropagation();
    const number = numberAbove(target);
    number?.click();
    number?.focus();
    return;
  }
  if (!target.matches("button.diff-number") || (key !== "ArrowDown" && key !== "ArrowUp")) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll("button.diff-number")];
  const next = all[all.indexOf(target) + (key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** @type {WeakMap<import("./unified.js").File, {old: Code, now: Code, from: Array<?object>, made: ?Array<?object>}>} */
const colours = new WeakMap();

/** The coloured parts of each row of a file: the old side and the new one are read as code of their own. */
function coloursOf(file, language) {
  if (!language) return null;
  if (!colours.has(file)) colours.set(file, { ...sidesOf(file, language), from: [null, null], made: null });
  const known = colours.get(file);
  const from = [known.old.lines(), known.now.lines()];
  if (from.some((lines, i) => lines !== known.from[i])) {
    known.from = from;
    known.made = byRow(file.rows, ...from);
  }
  return known.made;
}

/** The old side is not read where nothing was taken out. */
function sidesOf({ rows }, language) {
  const side = (without) =>
    rows.filter((row) => isLine(row) && row.kind !== without).map((row) => row.text).join("\n");
  const isOldShown = rows.some(({ kind }) => kind === "removed");
  return { old: new Code(isOldShown ? side("added") : "", language), now: new Code(side("removed"), language) };
}

function byRow(rows, old, now) {
  let [before, after] = [0, 0];
  return rows.map(({ kind }) => {
    if (kind === "removed") return old?.[before++] ?? null;
    if (kind === "added") return now?.[after++] ?? null;
    if (kind !== "same") return null;
    before++;
    return now?.[after++] ?? null;
  });
}

// Code with its parts in colours. A worker finds the parts, so that no text holds the page up.

import { changed } from "../store.js";

/** So many characters are looked at; what is longer is shown as it is. */
export const LONGEST = 200_000;
const TOO_LONG = 5000;
const CACHED = 60;

/** The class of each kind of word that is known; others look like the rest. */
const CLASSES = {
  addition: "added", attr: "name", attribute: "name", built_in: "type", bullet: "literal", char: "string", class: "type",
  code: "string", comment: "comment", deletion: "removed", doctag: "keyword", keyword: "keyword", link: "string",
  literal: "literal", meta: "comment", name: "keyword", number: "literal", operator: "rest", property: "name",
  quote: "comment", regexp: "string", section: "title", string: "string", symbol: "literal", tag: "rest",
  "selector-attr": "name", "selector-class": "name", "selector-id": "name", "selector-pseudo": "name",
  "selector-tag": "keyword", "template-tag": "keyword", "template-variable": "name", title: "title", type: "type",
  variable: "name",
};

/** @typedef {Array<Array<[string, string]>>} Lines each the kinds and texts of its parts */

let worker = null;
let asked = null;
const waiting = [];
/** @type {Map<string, {lines: ?Lines}>} */
const cache = new Map();

/**
 * @param {string} text
 * @param {?string} language
 * @returns {Promise<?Lines>} null where the language is not known, or the text too long, or it takes too long
 */
export function highlighted(text, language) {
  if (!language || !text || text.length > LONGEST) return Promise.resolve(null);
  return new Promise((done) => {
    waiting.push({ text, language, done });
    next();
  });
}

/** The same for a view, which is drawn again when it is here. */
export function linesOf(text, language) {
  const key = `${language}\n${text}`;
  let known = cache.get(key);
  if (!known) {
    known = { lines: null };
    cache.set(key, known);
    if (cache.size > CACHED) cache.delete(cache.keys().next().value);
    highlighted(text, language).then((lines) => {
      known.lines = lines;
      if (lines) changed();
    });
  }
  return known.lines;
}

function next() {
  if (asked || waiting.length === 0) return;
  asked = waiting.shift();
  worker ??= begin();
  asked.timer = setTimeout(() => fail(), TOO_LONG);
  worker.postMessage({ text: asked.text, language: asked.language });
}

function begin() {
  const one = new Worker(new URL("./highlighter.js", import.meta.url));
  one.onmessage = ({ data }) => arrived(data);
  one.onerror = fail;
  return one;
}

function fail() {
  worker?.terminate();
  worker = null;
  if (asked) arrived(null);
}

function arrived(lines) {
  clearTimeout(asked.timer);
  const { done } = asked;
  asked = null;
  done(lines);
  next();
}

/** The nodes of one line. */
export function lineNodes(parts) {
  const all = document.createDocumentFragment();
  for (const [kind, text] of parts) {
    if (!Object.hasOwn(CLASSES, kind)) {
      all.append(text);
      continue;
    }
    const span = document.createElement("span");
    span.className = `code-${CLASSES[kind]}`;
    span.textContent = text;
    all.append(span);
  }
  return all;
}

/** @param {Lines} lines */
export function codeNodes(lines) {
  const all = document.createDocumentFragment();
  lines.forEach((parts, i) => all.append(i ? "\n" : "", lineNodes(parts)));
  return all;
}

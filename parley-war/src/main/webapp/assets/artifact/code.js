// Code with its parts in colours. A worker finds the parts, so that no text holds the page up.

import { changed } from "../store.js";

/** So many characters are looked at; what is longer is shown as it is. */
export const MAX_LENGTH = 200_000;
/** The milliseconds for one text; loading the library is not among them. */
const MAX_TIME = 5000;
/** So many texts wait. A view asks for the others again when it is drawn. */
const MAX_WAITING = 400;
/** A library that could not be loaded is tried again after so many milliseconds. */
const PAUSE = 5000;

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

/**
 * @typedef {object} Job
 * @property {string} text
 * @property {string} language
 * @property {() => boolean} isShown false once nobody waits for its colours
 * @property {(lines: ?Lines) => void} found takes null where the language is not known, or it takes too long
 * @property {() => void} dropped called in place of `found` where nobody waits any more
 */

let worker = null;
let isReady = false;
let isPaused = false;
let timer = 0;
/** @type {?Job} */
let asked = null;
/** @type {Job[]} */
const waiting = [];

const mayHaveColours = (text, language) => Boolean(text && language) && text.length <= MAX_LENGTH;

/** A text of a view, which is drawn again when the colours are here. It is kept with what it is the text of. */
export class Code {
  #text;
  #language;
  #isAsked;
  #address = "";
  #lines = null;

  /**
   * @param {string} text
   * @param {?string} language
   */
  constructor(text, language) {
    this.#text = text;
    this.#language = language;
    this.#isAsked = !mayHaveColours(text, language);
  }

  /** @returns {?Lines} null until they are here, and where there are none */
  lines() {
    this.#address = location.hash;
    this.#isAsked ||= ask({
      text: this.#text,
      language: this.#language,
      isShown: () => this.#address === location.hash,
      found: (lines) => {
        this.#lines = lines;
        changed();
      },
      dropped: () => {
        this.#isAsked = false;
      },
    });
    return this.#lines;
  }
}

/** Gives its colours to an element that will be in the page when it is drawn, if it still is there by then. */
export function colour(element, language) {
  const text = element.textContent;
  if (!mayHaveColours(text, language)) return;
  queueMicrotask(() =>
    ask({
      text,
      language,
      isShown: () => element.isConnected,
      found: (lines) => lines && element.replaceChildren(codeNodes(lines)),
      dropped: () => {},
    }),
  );
}

/**
 * @param {Job} job
 * @returns {boolean} false where too many wait
 */
function ask(job) {
  if (waiting.length >= MAX_WAITING) dropHidden();
  if (waiting.length >= MAX_WAITING) return false;
  waiting.push(job);
  next();
  return true;
}

function dropHidden() {
  for (const job of waiting.splice(0)) {
    if (job.isShown()) waiting.push(job);
    else job.dropped();
  }
}

function next() {
  if (asked || isPaused) return;
  dropHidden();
  if (waiting.length === 0) return;
  asked = waiting.shift();
  worker ??= begin();
  worker.postMessage({ text: asked.text, language: asked.language });
  if (isReady) watch();
}

function begin() {
  const one = new Worker(new URL("./highlighter.js", import.meta.url));
  one.onmessage = ({ data }) => (data.isReady ? ready() : answered(data.lines));
  one.onerror = () => (isReady ? giveUp() : notLoaded());
  return one;
}

function ready() {
  isReady = true;
  watch();
}

function watch() {
  timer = setTimeout(giveUp, MAX_TIME);
}

/** The text is too much for the worker. Another one begins with the next text. */
function giveUp() {
  end();
  if (asked) answered(null);
}

function end() {
  worker.terminate();
  worker = null;
  isReady = false;
}

function answered(lines) {
  clearTimeout(timer);
  const { found } = asked;
  asked = null;
  found(lines);
  next();
}

/** Nothing is known of any language yet, so all go on waiting. */
function notLoaded() {
  end();
  waiting.unshift(asked);
  asked = null;
  isPaused = true;
  setTimeout(() => {
    isPaused = false;
    next();
  }, PAUSE);
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

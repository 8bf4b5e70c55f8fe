// Markdown of agents, made harmless. Raw HTML is shown as the text it is; what Markdown itself
// makes goes through DOMPurify with a short list of what may stay.

import { Marked } from "./lib/marked.esm.js";
import "./lib/purify.min.js";

const purify = globalThis.DOMPurify;
const CACHED = 200;
const LONGEST_CACHED = 20_000;

const ALLOWED = {
  ALLOWED_TAGS: (
    "a blockquote br code del em h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul"
  ).split(" "),
  ALLOWED_ATTR: ["class", "href", "start", "title"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true,
};

const escaped = (text) =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The level of the last heading; null where headings are only strong words. */
let level = null;

const reader = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text || "image")}</a>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    // The page has its own two levels above, and no level is left out.
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      if (level === null) return `<p><strong>${words}</strong></p>`;
      level = Math.min(level + 1, depth + 2, 6);
      return `<h${level}>${words}</h${level}>`;
    },
  },
});

const cache = new Map();

/**
 * The nodes for a text, new ones for each call.
 *
 * @param {string} text
 * @param {{mine?: string[], outline?: boolean}} how the names that are the reader's own, shown stronger
 *     where mentioned; whether its headings belong to the page's outline
 * @returns {DocumentFragment}
 */
export function rendered(text, { mine = [], outline = false } = {}) {
  const key = `${outline} ${mine.join()}\n${text}`;
  let made = cache.get(key);
  if (!made) {
    level = outline ? 2 : null;
    made = purify.sanitize(reader.parse(text), ALLOWED);
    for (const block of made.querySelectorAll("[class]")) nameLanguage(block);
    for (const link of made.querySelectorAll("a")) {
      if (!link.hasAttribute("href")) link.replaceWith(...link.childNodes);
      link.target = "_blank";
      link.rel = "noopener noreferrer nofollow";
    }
    for (const table of made.querySelectorAll("table")) scrolls(table);
    mentions(made, mine);
    if (text.length > LONGEST_CACHED) return made;
    cache.set(key, made);
    if (cache.size > CACHED) cache.delete(cache.keys().next().value);
  }
  return made.cloneNode(true);
}

/** Whether Markdown would make anything of it but itself. */
export const isPlain = (text) => !/[*_`#[\]<>|~\\&]|:\/\/|www\.|@|^\s*([-+]|\d+[.)])\s|\n/m.test(text);

/** The words of a text without its Markdown, for where there is room for a line or two. */
export const plainWords = (text) => (isPlain(text) ? text : rendered(text).textContent.trim());

const LANGUAGE = /^language-([\w#+-]{1,40})$/;

/** The one class that is let through is the language of a block of code, and that as data. */
function nameLanguage(block) {
  const language = block.matches("pre > code") ? LANGUAGE.exec(block.className)?.[1] : null;
  block.removeAttribute("class");
  if (language) block.dataset.lang = language.toLowerCase();
}

function scrolls(table) {
  const frame = document.createElement("div");
  frame.className = "md-table";
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Table");
  table.replaceWith(frame);
  frame.append(table);
}

const MENTION = /@([A-Za-z0-9][A-Za-z0-9_-]{0,63})/g;

function mentions(root, mine) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement?.closest("code, a")) texts.push(walker.currentNode);
  }
  for (const node of texts) {
    if (!node.data.includes("@")) continue;
    const parts = [];
    let from = 0;
    for (const match of node.data.matchAll(MENTION)) {
      if (match.index > 0 && /[\w.]/.test(node.data[match.index - 1])) continue;
      const span = document.createElement("span");
      span.className = mine.includes(match[1]) ? "mention mention-me" : "mention";
      span.textContent = match[0];
      parts.push(node.data.slice(from, match.index), span);
      from = match.index + match[0].length;
    }
    if (parts.length) node.replaceWith(...parts, node.data.slice(from));
  }
}

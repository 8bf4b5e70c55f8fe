// What a person typed and did not send yet. It belongs to the person: somebody else who logs in at this page
// finds none of it, and the same person who returns finds it again.

import { state } from "./store.js";

/** So many are remembered though they hold nothing; one that holds words is not forgotten. */
const MOST = 300;

/**
 * @typedef {object} Draft
 * @property {string} text what stands in its box
 * @property {?object} fields what stands in its form, where it has several fields
 * @property {boolean} sending
 * @property {?Error} problem why the last try was refused
 * @property {any} about the item that waits, where it is about one
 * @property {?object} answers the message of a room that it answers
 * @property {?string} to the one agent that it is for, where the place it is written in knows one
 * @property {Map<string, string>} keys the keys of bodies that were sent and not accepted, by body
 */

/** @type {Map<string, Map<string, Draft>>} the drafts by key, by workspace and person */
const people = new Map();

const ownerOf = ({ workspace, name }) => `${workspace} ${name}`;

function mine() {
  const owner = ownerOf(state.me);
  if (!people.has(owner)) people.set(owner, new Map());
  return people.get(owner);
}

/** @returns {Draft} the person's draft of that key; one that is asked for often is forgotten last */
export function draft(key) {
  const drafts = mine();
  const known = drafts.get(key) ?? {
    text: "",
    fields: null,
    sending: false,
    problem: null,
    about: null,
    answers: null,
    to: null,
    keys: new Map(),
  };
  drafts.delete(key);
  drafts.set(key, known);
  if (drafts.size > MOST) forgetEmpty(drafts);
  return known;
}

function forgetEmpty(drafts) {
  for (const [key, one] of drafts) {
    if (holds(one)) continue;
    drafts.delete(key);
    return;
  }
}

/** Returns true if words would be lost with it. */
export const holds = ({ text, fields, sending }) => sending || fields !== null || text.trim() !== "";

/** @returns {Draft[]} the person's drafts that hold words and are about an item */
export const unsentAbout = () => [...mine().values()].filter((one) => one.about !== null && holds(one));

/** The same person has another name from now on. Of two drafts in one place that hold words, the newer stays. */
export function renamed(before, after) {
  const drafts = people.get(ownerOf(before));
  if (!drafts || ownerOf(before) === ownerOf(after)) return;
  people.delete(ownerOf(before));
  const own = people.get(ownerOf(after)) ?? new Map();
  for (const [key, one] of drafts) if (holds(one) || !own.has(key)) own.set(key, one);
  people.set(ownerOf(after), own);
}

const newKey = () => crypto.randomUUID?.() ?? `${Date.now()}-${String(Math.random()).slice(2)}`;

/**
 * Takes the words that stand in the box now. Those that were taken away and are typed again are another message: the
 * server may have taken the earlier one, though its answer was lost.
 */
export function typed(of, text) {
  of.text = text;
  if (!of.sending && text.trim() === "") of.keys.clear();
}

/**
 * For what creates something: adds the key under which the server takes the body once. It stays the same until
 * the body is accepted or taken away, so that sending it again after a lost answer does it once.
 *
 * @param {Draft} of
 * @returns {(body: object) => object}
 */
export const once = (of) => (body) => {
  const said = JSON.stringify(body);
  if (!of.keys.has(said)) of.keys.set(said, newKey());
  return { ...body, key: of.keys.get(said) };
};

/** The server has taken what was `sent`; what was typed behind it meanwhile stays. */
export function accepted(of, sent) {
  of.keys.clear();
  of.problem = null;
  if (of.text.startsWith(sent)) of.text = of.text.slice(sent.length).trimStart();
}

/** The same for a form: what was typed into it meanwhile stays. */
export function acceptedFields(of, sent) {
  of.keys.clear();
  if (JSON.stringify(of.fields) === JSON.stringify(sent)) of.fields = null;
}

/** Throws away what it holds. */
export function discard(of) {
  of.text = "";
  of.fields = null;
  of.problem = null;
  of.keys.clear();
}

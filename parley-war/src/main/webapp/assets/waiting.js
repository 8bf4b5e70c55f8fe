// What waits for this person. The server has the list and what was put away; nothing of it is kept here.

import { get, patch, path, post } from "./api.js";
import { notifies, notify } from "./notify.js";
import { Snapshot } from "./snapshot.js";
import { changed, set, state } from "./store.js";
import { directActedOn } from "./unread.js";

const MOST = 200;
const HIDDEN_PAUSE = 30_000;

/** The kinds that are messages to this person. */
const DIRECT = new Set(["question", "message"]);

/** @typedef {{id: string, kind: string, session: ?string, room: ?string, seq: ?number, subject: string,
 *   artifact: ?string, from: string, text: string, at: string, actions: string[],
 *   permission: ?{code: string, tool: string, description: string, input: string, expiresAt: string}}} Item */

/** @type {{items: Item[], more: boolean, loaded: boolean}} newest first */
export const waiting = { items: [], more: false, loaded: false };

/** The ids that were there before; null until the list was read once. */
let known = null;
let onChange = () => {};

/** Called at once when the list is another one: a hidden page draws no frame. */
export function whenWaitingChanges(listener) {
  onChange = listener;
}

const list = new Snapshot(
  () => get(`waiting?limit=${MOST}`),
  ({ items, next }) => {
    const fresh = known ? items.filter(({ id }) => !known.has(id)) : [];
    known = new Set(items.map(({ id }) => id));
    waiting.items = items;
    waiting.more = next !== null;
    waiting.loaded = true;
    if (fresh.length) notify(fresh, openWaiting);
    tellOthers();
  },
);

export const readWaiting = () => list.read();

export const openWaiting = () => set({ dialog: "waiting" });

/** What the frame and the title say: 200 stand for more. */
export const waitingCount = () => waiting.items.length;

export function forgetWaiting() {
  list.forget();
  known = null;
  waiting.items = [];
  waiting.more = false;
  waiting.loaded = false;
  tellOthers();
}

function tellOthers() {
  onChange();
  changed();
}

/**
 * Answers the agent alone; in a room, everybody reads it.
 *
 * @param {(body: object) => object} once gives the body its key
 */
export const answer = (item, text, once) =>
  acted(item, () => (item.room ? inRoom(item, text, once) : inSession(item, text, once)));

const inSession = ({ session, from }, text, once) =>
  post(path`sessions/${session}/messages`, once({ text, to: from }));

/** A room that keeps nothing has nothing to reply to. */
function inRoom({ room, from, subject }, text, once) {
  const isKept = state.rooms?.find(({ name }) => name === room)?.durable;
  return post(path`rooms/${room}/messages`, once(isKept ? { text, inReplyTo: subject } : { text: `@${from} ${text}` }));
}

export const giveVerdict = (item, verdict, comments) =>
  acted(item, () =>
    post(path`sessions/${item.session}/reviews/${item.subject}`, { verdict, ...(comments ? { comments } : {}) }),
  );

export const take = (item) =>
  acted(item, () =>
    patch(path`sessions/${item.session}/tasks/${item.subject}`, { status: "in_progress", assignee: state.me.name }),
  );

/** Lets the agent use the tool, or not: the first answer of all people counts. */
export const answerPermission = (item, answer) =>
  acted(item, () => post(path`permissions/${item.subject}`, { answer }));

export const dismiss = (item) => acted(item, () => post(path`waiting/${item.id}/dismiss`));

/**
 * What was acted on is gone here at once; the list that is read then has the last word. Somebody else who is
 * logged in by then has another list.
 */
async function acted(item, act) {
  const { me } = state;
  await act();
  if (state.me !== me) return;
  if (DIRECT.has(item.kind) && item.session) directActedOn(item.session);
  waiting.items = waiting.items.filter(({ id }) => id !== item.id);
  tellOthers();
  readWaiting().catch(() => {}); // the stream, or its next beginning, reads it again
}

// The stream of a page that nobody sees is closed; one that is to notify asks now and then.
setInterval(() => {
  if (state.me && state.connection.phase === "paused" && notifies()) readWaiting().catch(() => {});
}, HIDDEN_PAUSE);

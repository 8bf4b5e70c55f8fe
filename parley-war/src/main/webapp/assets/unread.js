// What a person has not seen yet. The server keeps no such mark for people: this browser does.

import { keepObject, keptObject } from "./storage.js";
import { state } from "./store.js";

/** @type {Map<string, {count: number, mentions: number}>} by room */
export const unread = new Map();

/** What was written to me in a session, since I looked at it. */
export const directs = { session: null, count: 0 };

const key = () => `read-${state.me?.workspace ?? "default"}`;
let marks = null;
let timer = 0;

const read = () => (marks ??= keptObject(key(), {}));

function save() {
  timer ||= setTimeout(() => {
    timer = 0;
    keepObject(key(), read());
  }, 500);
}

/** The names that are mine: as a person, and in that room. */
export function myNames(room) {
  const nickname = state.rooms?.find((r) => r.name === room)?.nickname;
  return [state.me?.name, nickname].filter(Boolean);
}

export const isMine = (message) => message.from.agent === state.me?.name;

export const mentionsMe = (message) =>
  !isMine(message) && myNames(message.room).some((name) => message.text.includes(`@${name}`));

export const looksAt = (room) =>
  state.route.view === "room" && state.route.params.room === room && !document.hidden;

export function noteUnread(message) {
  if (isMine(message) || looksAt(message.room)) return;
  const mark = read()[message.room];
  if (mark !== undefined && message.seq <= mark) return;
  const known = unread.get(message.room) ?? { count: 0, mentions: 0 };
  unread.set(message.room, {
    count: known.count + 1,
    mentions: known.mentions + (mentionsMe(message) ? 1 : 0),
  });
}

/** Counts the event if it is a message to me that I do not see anyway. */
export function noteDirect({ session, message }) {
  const { view, params } = state.route;
  if (message.to !== state.me?.name) return;
  if (view === "session" && params.session === session && !document.hidden) return;
  directs.count = directs.session === session ? directs.count + 1 : 1;
  directs.session = session;
}

export function directsRead(session) {
  if (directs.session === session && !document.hidden) directs.count = 0;
}

/** One of them was answered, or put away, where it was listed. */
export function directActedOn(session) {
  if (directs.session === session && directs.count > 0) directs.count--;
}

/** Somebody else is at this page from now on, or nobody. */
export function forgetUnread() {
  unread.clear();
  directs.session = null;
  directs.count = 0;
}

/** Counts again from what the feed holds; a room never looked at begins as read. */
export function recount() {
  const ends = {};
  unread.clear();
  for (const entry of state.feed.entries) {
    if (entry.kind !== "room") continue;
    ends[entry.room] = Math.max(ends[entry.room] ?? 0, entry.seq);
    if (read()[entry.room] === undefined) continue;
    noteUnread({ ...entry, from: { agent: entry.agent, nickname: entry.nickname } });
  }
  for (const [room, end] of Object.entries(ends)) read()[room] ??= end;
  save();
}

/** The reader has seen the room up to there. */
export function markRead(room, seq) {
  if (document.hidden || (read()[room] ?? -1) >= seq) {
    unread.delete(room);
    return;
  }
  read()[room] = seq;
  unread.delete(room);
  save();
}

export const totals = () => {
  const { count, mentions } = inRooms();
  return { count: count + directs.count, mentions: mentions + directs.count };
};

export function inRooms() {
  let count = 0;
  let mentions = 0;
  for (const one of unread.values()) {
    count += one.count;
    mentions += one.mentions;
  }
  return { count, mentions };
}

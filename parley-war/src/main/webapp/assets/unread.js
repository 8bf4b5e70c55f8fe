// What a person has not seen yet. The server keeps no such mark for people: this browser does.

import { keepObject, keptObject } from "./storage.js";
import { state } from "./store.js";

/** @type {Map<string, {count: number, mentions: number}>} by room */
export const unread = new Map();

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

const looksAt = (room) =>
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

export function totals() {
  let count = 0;
  let mentions = 0;
  for (const one of unread.values()) {
    count += one.count;
    mentions += one.mentions;
  }
  return { count, mentions };
}

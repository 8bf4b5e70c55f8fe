// The logs that views look at, a few at a time.

import { get, path, query } from "./api.js";
import { Log } from "./log.js";
import { changed, state } from "./store.js";

const MOST = 4;
const logs = new Map();

function log(topic, read) {
  let known = logs.get(topic);
  if (known) return known;
  known = new Log(read, changed);
  logs.set(topic, known);
  if (logs.size > MOST) logs.delete(logs.keys().next().value);
  return known;
}

/** @returns {Log} of the room's messages; not opened yet where it is new */
export const roomLog = (room) =>
  log(`room:${room}`, async (cursor) => {
    try {
      return await get(path`rooms/${room}/messages` + query(cursor));
    } catch (problem) {
      if (!isEphemeral(room)) throw problem;
      return { items: [], next: cursor.after ?? 0, previous: null, truncated: false };
    }
  });

/** Of such a room nothing is kept: it begins with what is said from now on. */
export const isEphemeral = (room) => state.rooms?.find(({ name }) => name === room)?.durable === false;

/** @returns {Log} of what was said in the session */
export const talkLog = (session) =>
  log(`session:${session}`, async (cursor) => {
    const page = await get(path`sessions/${session}/events` + query({ ...cursor, kind: "message_said" }));
    return { ...page, items: page.items.map((event) => ({ ...event.message, seq: event.seq })) };
  });

/** Opens a log, and again where the address now names a position it does not hold. */
export function openAt(log, seq) {
  if (log.loading || log.problem) return;
  const goesElsewhere = seq !== null && seq !== log.around && !log.items.some((item) => item.seq === seq);
  if (!log.opened || goesElsewhere) log.open(seq);
  log.around = seq;
}

export const knownLog = (topic) => logs.get(topic);
export const allLogs = () => logs.values();
export const forgetLog = (topic) => logs.delete(topic);
export const forgetLogs = () => logs.clear();

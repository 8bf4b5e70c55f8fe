// What the stream brings goes where it is shown; what it missed is read by cursor after each hello.

import { announce } from "./announce.js";
import { get, path, query } from "./api.js";
import { allBoards, board, forgetBoards, knownBoard } from "./board.js";
import { ofEvent, ofRoom } from "./feed.js";
import { forgetAll, touch } from "./resources.js";
import { allLogs, forgetLogs, knownLog } from "./logs.js";
import { changed, set, state } from "./store.js";
import * as stream from "./stream.js";
import { mentionsMe, noteUnread, recount } from "./unread.js";

const ROOMS_IN_FEED = 12;
const ROOM_PAGE = 30;
const EVENT_PAGE = 200;
const PAGES = 5;
const THOUGHT = 400;

/** What has arrived on the stream while the past of the feed is being read. */
let reading = 0;

export function startLive(signedOut) {
  stream.start({ hello, event, message, thinking, agents, rooms, session, signedOut });
}

export function stopLive() {
  stream.stop();
  state.feed.clear();
  state.agents.clear();
  forgetAll();
  forgetBoards();
  forgetLogs();
  set({ agentsLoaded: false, rooms: null, session: null, focus: null });
}

async function hello({ session: followed }) {
  if (state.session === null && followed) state.session = followed;
  reading++;
  const done = await Promise.allSettled([readAgents(), readRooms(), catchUpFeed(`session:${state.session}`)]);
  await Promise.allSettled((state.rooms ?? []).slice(0, ROOMS_IN_FEED).map((r) => catchUpFeed(`room:${r.name}`)));
  reading--;
  state.feed.loaded = true;
  state.feed.problem = done.find((d) => d.status === "rejected")?.reason ?? null;
  recount();
  if (state.session) board(state.session);
  for (const known of allBoards()) known.read();
  for (const log of allLogs()) log.catchUp();
  touch("", 0);
  changed();
}

async function readAgents() {
  const { items } = await get("agents");
  state.agents = new Map(items.map((agent) => [agent.id, agent]));
  state.agentsLoaded = true;
  changed();
}

export async function readRooms() {
  const { items } = await get("rooms");
  state.rooms = items.sort((a, b) => a.name.localeCompare(b.name));
  changed();
}

/** Reads what the feed misses of a topic; a long absence is not read through, its end is shown. */
async function catchUpFeed(topic) {
  const [kind, name] = [topic.slice(0, topic.indexOf(":")), topic.slice(topic.indexOf(":") + 1)];
  if (name === "null") return;
  const limit = kind === "room" ? ROOM_PAGE : EVENT_PAGE;
  const read = (cursor) =>
    get(
      kind === "room"
        ? path`rooms/${name}/messages` + query({ ...cursor, limit })
        : path`sessions/${name}/events` + query({ ...cursor, limit }),
    );
  const take = ({ items }) => {
    for (const item of items) state.feed.add(kind === "room" ? ofRoom(item) : ofEvent(item));
    if (items.length) state.feed.advance(topic, items.at(-1).seq);
    changed();
    return items.length;
  };
  if (state.feed.mark(topic) !== undefined) {
    for (let pages = 0; pages < PAGES; pages++) {
      if (take(await read({ after: state.feed.mark(topic) })) < limit) return;
    }
  }
  take(await read({}));
}

function toFeed(entry) {
  state.feed.add(entry);
  if (reading === 0) state.feed.advance(entry.topic, entry.seq);
}

function event(data) {
  toFeed(ofEvent(data));
  switch (data.kind) {
    case "message_said":
      knownLog(`session:${data.session}`)?.receive({ ...data.message, seq: data.seq });
      if (data.message.to === state.me?.name) announce(`${data.message.from} wrote to you`);
      break;
    case "task_changed":
      knownBoard(data.session)?.tell(data);
      touch(`task:${data.session}/${data.task}`);
      break;
    case "artifact_posted":
      touch(`artifacts:${data.session}`);
      touch(`artifact:${data.session}`);
      break;
    case "review_changed":
      touch(`artifacts:${data.session}`);
      touch(`artifact:${data.session}`);
      touch(`reviews:${data.session}`);
      break;
    case "memory_changed":
      touch("memory");
      break;
    default:
      touch("sessions");
  }
  changed();
}

function message(data) {
  toFeed(ofRoom(data));
  knownLog(`room:${data.room}`)?.receive(data);
  if (data.inReplyTo) touch(`thread:${data.room}/`);
  noteUnread(data);
  if (mentionsMe(data)) announce(`${data.from.nickname} mentioned you in ${data.room}`);
  changed();
}

function thinking({ agent, text, at }) {
  const known = state.agents.get(agent) ?? unknownAgent(agent);
  state.agents.set(agent, { ...known, thinking: { text: text.slice(0, THOUGHT), at } });
  changed();
}

const unknownAgent = (id) => ({
  id,
  online: true,
  lastSeenAt: null,
  rooms: [],
  thinking: null,
  persona: null,
});

function agents({ items }) {
  for (const agent of items) state.agents.set(agent.id, agent);
  touch("room:");
  changed();
}

let roomsTimer = 0;

function rooms() {
  roomsTimer ||= setTimeout(() => {
    roomsTimer = 0;
    readRooms().catch(() => {});
  }, 300);
}

function session({ id }) {
  state.session = id;
  touch("session");
  board(id);
  changed();
}

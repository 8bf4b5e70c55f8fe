// What the stream brings goes where it is shown; what it missed is read by cursor after each hello.

import { announce } from "./announce.js";
import { get, getAll, path, query, unlessLost } from "./api.js";
import { allBoards, board, forgetBoards, knownBoard } from "./board.js";
import { ofEvent, ofRoom } from "./feed.js";
import { forgetAll, touch } from "./resources.js";
import { allLogs, forgetLogs, knownLog } from "./logs.js";
import { changed, set, state } from "./store.js";
import * as stream from "./stream.js";
import { isMine, looksAt, mentionsMe, noteDirect, noteUnread, recount } from "./unread.js";

const ROOMS_IN_FEED = 12;
const ROOM_PAGE = 30;
const EVENT_PAGE = 200;
const PAGES = 5;
const THOUGHT = 1000;
const AGAIN = 3000;
const SPOKEN = 160;

/** What has arrived on the stream while the past of the feed is being read. */
let reading = 0;
let againTimer = 0;

export function startLive(signedOut) {
  stream.start({ hello, event, message, thinking, agents, rooms, session, signedOut });
}

export function stopLive() {
  stream.stop();
  clearTimeout(againTimer);
  state.feed.clear();
  state.agents.clear();
  forgetAll();
  forgetBoards();
  forgetLogs();
  set({ agentsLoaded: false, rooms: null, session: null, current: null, passed: null, focus: null });
}

/** The stream is open: from here on nothing is missed, and what was is read now. */
async function hello() {
  clearTimeout(againTimer);
  for (const log of allLogs()) log.catchUp();
  for (const known of allBoards()) known.read();
  touch("", 0);
  reading++;
  const first = await Promise.allSettled([
    readAgents(),
    readRooms(),
    readSession().then(() => catchUpFeed(`session:${state.session}`)),
  ]);
  const listed = (state.rooms ?? []).filter((room) => room.durable).slice(0, ROOMS_IN_FEED);
  const then = await Promise.allSettled(listed.map((room) => catchUpFeed(`room:${room.name}`)));
  reading--;
  const failed = [...first, ...then].find(({ status }) => status === "rejected");
  state.feed.loaded = !failed || state.feed.loaded;
  state.feed.problem = failed?.reason ?? null;
  if (failed && state.connection.phase === "live") againTimer = setTimeout(hello, AGAIN);
  recount();
  changed();
}

async function readSession() {
  const { session: current } = await get("me");
  session({ id: current });
}

async function readAgents() {
  const { items } = await get("agents");
  state.agents = new Map(items.map((agent) => [agent.id, agent]));
  state.agentsLoaded = true;
  changed();
}

export async function readRooms() {
  const items = await getAll("rooms");
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
  };
  if (state.feed.mark(topic) !== undefined) {
    for (let pages = 0; pages < PAGES; pages++) {
      const missed = await read({ after: state.feed.mark(topic) }).catch(unlessLost);
      if (missed === null) break;
      take(missed);
      if (!missed.truncated) return;
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
      if (noteDirect(data)) announce(`${data.message.from} wrote to you`);
      if (ENDS.test(data.message.text)) forgetThought(data.message.from);
      break;
    case "task_changed":
      knownBoard(data.session)?.tell(data);
      touch(`task:${data.session}/${data.task}`);
      if (data.status === "done") forgetThought(data.assignee ?? data.agent);
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
  else if (looksAt(data.room) && !isMine(data)) announce(`${data.from.nickname}: ${data.text.slice(0, SPOKEN)}`);
  changed();
}

function thinking({ agent, text, at }) {
  const known = state.agents.get(agent) ?? unknownAgent(agent);
  state.agents.set(agent, { ...known, thinking: { text: text.slice(0, THOUGHT), at } });
  changed();
}

/** The beginnings of a message by which an agent declares its end. */
const ENDS = /^\s*end:(_done|failed)/;

function forgetThought(agent) {
  const known = state.agents.get(agent);
  if (known?.thinking) state.agents.set(agent, { ...known, thinking: null });
}

const unknownAgent = (id) => ({
  id,
  online: true,
  lastSeenAt: null,
  rooms: [],
  thinking: null,
  persona: null,
  person: false,
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

/** The first session is followed; a later one is only told of, as somebody may be reading. */
function session({ id }) {
  state.current = id;
  state.session ??= id;
  touch("session");
  if (state.session) board(state.session);
  followSession();
  changed();
}

/** From now on the page is about the session that was started last. */
export function goToCurrent() {
  set({ session: state.current, passed: null });
  if (state.session) {
    board(state.session);
    catchUpFeed(`session:${state.session}`).catch(() => {});
  }
  followSession();
}

/** The stream tells of the session that is looked at. */
export function followSession() {
  const wanted = state.route.params.session ?? state.session;
  stream.follow(wanted && wanted !== state.current ? wanted : null);
}

// What the stream brings goes where it is shown; what it missed is read by cursor after each hello.

import { announce } from "./announce.js";
import { get, getAll, path, query, Refusal, unlessLost } from "./api.js";
import { allBoards, board, forgetBoards, knownBoard } from "./board.js";
import { isFinal } from "./ends.js";
import { ofEvent, ofRoom } from "./feed.js";
import { catchUp, forgetAll, touch } from "./resources.js";
import { allLogs, forgetLogs, knownLog } from "./logs.js";
import { forgetPlace } from "./now/feed.js";
import { forgetRuns } from "./run.js";
import { Snapshot } from "./snapshot.js";
import { changed, set, state } from "./store.js";
import * as stream from "./stream.js";
import { forgetThoughts, noteThought } from "./thoughts.js";
import { forgetWaiting, readWaiting } from "./waiting.js";
import { follow, readWorkspaces } from "./workspaces.js";
import { forgetUnread, isMine, looksAt, mentionsMe, noteDirect, noteUnread, recount } from "./unread.js";

const ROOMS_IN_FEED = 12;
const ROOM_PAGE = 30;
const EVENT_PAGE = 200;
const PAGES = 5;
const THOUGHT = 1000;
/** The numbers of a session are counted by the server, each time for all of it. */
const COUNTED = 2000;
const AGAIN = 3000;
const SPOKEN = 160;

/** How many streams have begun. */
let streams = 0;
/** The number of people who left this page: what was read for one of them is nothing to the next. */
let stops = 0;
let againTimer = 0;

export function startLive(signedOut) {
  stream.start({ hello, event, message, thinking, agents, rooms, session, waiting, signedOut });
}

export function stopLive() {
  stops++;
  stream.stop();
  clearTimeout(againTimer);
  state.feed.clear();
  state.agents.clear();
  forgetAll();
  forgetBoards();
  forgetLogs();
  forgetPlace();
  forgetRuns();
  forgetThoughts();
  forgetWaiting();
  forgetUnread();
  for (const read of [agentList, roomList, currentSession]) read.forget();
  set({ agentsLoaded: false, rooms: null, session: null, current: null, passed: null, focus: null });
}

const agentList = new Snapshot(
  () => get("agents"),
  ({ items }) => {
    state.agents = new Map(items.map((agent) => [agent.id, agent]));
    state.agentsLoaded = true;
    changed();
  },
);

const roomList = new Snapshot(
  () => getAll("rooms"),
  (items) => {
    state.rooms = items.sort((a, b) => a.name.localeCompare(b.name));
    changed();
  },
);

const currentSession = new Snapshot(
  () => get("me"),
  (me) => setCurrent(me.session),
);

export const readRooms = () => roomList.read();

/**
 * The stream is open: from here on it brings everything. What was before is read now, by everything
 * that is shown, after the last that it has; what could not be read is read again.
 */
async function hello({ workspace } = {}) {
  if (workspace && workspace !== state.me?.workspace) {
    follow();
    return;
  }
  if (streams) readWorkspaces(); // the first time they are read by those who came in
  clearTimeout(againTimer);
  const began = ++streams;
  state.feed.streamBegan();
  await readAgainIfRefused([
    ...[...allLogs()].map((log) => log.catchUp()),
    ...[...allBoards()].map((known) => known.read()),
    agentList.read(),
    readWaiting(),
    catchUpFeed(),
    catchUp(),
  ]);
  if (began !== streams) return;
  recount();
  changed();
}

const isPassing = (problem) => problem.status === 0 || problem.status === 429 || problem.status >= 500;

/** Waits for all; where the server could not answer one for the moment, everything is read again. */
async function readAgainIfRefused(reads) {
  const began = streams;
  const answers = await Promise.all(reads.map((read) => Promise.resolve(read).catch((problem) => problem)));
  const problems = answers.flat().filter((answer) => answer instanceof Refusal);
  if (began !== streams || !problems.some(isPassing) || state.connection.phase !== "live") return;
  clearTimeout(againTimer);
  againTimer = setTimeout(hello, AGAIN);
}

/** Reads what the feed misses of the session and of the first rooms. */
async function catchUpFeed() {
  const began = stops;
  const read = await Promise.allSettled([
    currentSession.read().then(() => catchUpTopic(`session:${state.session}`)),
    roomList.read().then(() => {
      const listed = (state.rooms ?? []).filter((room) => room.durable).slice(0, ROOMS_IN_FEED);
      return Promise.all(listed.map((room) => catchUpTopic(`room:${room.name}`)));
    }),
  ]);
  if (began !== stops) return null; // it is somebody else's feed by now
  const problem = read.find(({ status }) => status === "rejected")?.reason ?? null;
  state.feed.loaded ||= problem === null;
  state.feed.problem = problem;
  return problem;
}

/** Reads what the feed misses of a topic; a long absence is not read through, its end is shown. */
async function catchUpTopic(topic) {
  const [kind, name] = [topic.slice(0, topic.indexOf(":")), topic.slice(topic.indexOf(":") + 1)];
  if (name === "null") return;
  const limit = kind === "room" ? ROOM_PAGE : EVENT_PAGE;
  const read = (cursor) =>
    get(
      kind === "room"
        ? path`rooms/${name}/messages` + query({ ...cursor, limit })
        : path`sessions/${name}/events` + query({ ...cursor, limit }),
    );
  const began = stops;
  const isCaughtUp = state.feed.catchingUp(topic);
  const mark = state.feed.mark(topic);
  const take = ({ items, next }) => {
    for (const item of items) {
      const isNew = state.feed.add(kind === "room" ? ofRoom(item) : ofEvent(item));
      if (isNew && mark !== undefined && item.kind === "message_said") noteDirect(item);
    }
    state.feed.advance(topic, next);
    changed();
  };
  if (mark !== undefined) {
    for (let pages = 0; pages < PAGES; pages++) {
      const missed = await read({ after: state.feed.mark(topic) }).catch(unlessLost);
      if (began !== stops) return;
      if (missed === null) break;
      take(missed);
      if (!missed.truncated) {
        isCaughtUp();
        return;
      }
    }
  }
  const newest = await read({});
  if (began !== stops) return;
  take(newest);
  isCaughtUp();
}

function event(data) {
  state.feed.arrived(ofEvent(data));
  switch (data.kind) {
    case "message_said":
      knownLog(`session:${data.session}`)?.receive({ ...data.message, seq: data.seq });
      touch(`talk:${data.session}`);
      noteDirect(data); // the list of what waits announces it
      if (isFinal(data.message.text)) forgetThought(data.message.from);
      break;
    case "task_changed":
      knownBoard(data.session)?.tell(data);
      touch(`task:${data.session}/${data.task}`);
      touch(`run:${data.session}`);
      if (data.status === "done") forgetThought(data.assignee ?? data.agent);
      break;
    case "artifact_posted":
      touch(`artifacts:${data.session}`);
      touch(`artifact:${data.session}`);
      touch(`task:${data.session}/`); // a gate may have passed
      break;
    case "review_changed":
      touch(`task:${data.session}/`);
      touch(`artifacts:${data.session}`);
      touch(`artifact:${data.session}`);
      touch(`reviews:${data.session}`);
      touch(`run:${data.session}`);
      break;
    case "memory_changed":
      touch("memory");
      break;
    case "summary_saved":
      touch("sessions");
      touch(`session:${data.session}`);
      break;
    default:
      touch("sessions");
  }
  if (state.route.view === "session") touch(`session:${data.session}`, COUNTED); // its numbers and its summary
  changed();
}

function message(data) {
  state.feed.arrived(ofRoom(data));
  knownLog(`room:${data.room}`)?.receive(data);
  if (data.inReplyTo) touch(`thread:${data.room}/`);
  noteUnread(data);
  if (mentionsMe(data)) announce(`${data.from.nickname} mentioned you in ${data.room}`);
  else if (looksAt(data.room) && !isMine(data)) announce(`${data.from.nickname}: ${data.text.slice(0, SPOKEN)}`);
  changed();
}

function thinking({ session: id, agent, text, at }) {
  const thought = { session: id, text: text.slice(0, THOUGHT), at };
  noteThought(agent, thought);
  setThought(agent, thought);
}

const forgetThought = (agent) => setThought(agent, null);

function setThought(agent, thought) {
  agentList.tell(`thought:${agent}`, () => {
    const known = state.agents.get(agent);
    if (known || thought) state.agents.set(agent, { ...(known ?? unknownAgent(agent)), thinking: thought });
  });
  changed();
}

const unknownAgent = (id) => ({
  id,
  online: true,
  lastSeenAt: null,
  rooms: [],
  thinking: null,
  persona: null,
  person: false,
  stopped: null,
  reach: null,
  activity: null,
});

function agents({ items }) {
  for (const agent of items) agentList.tell(`agent:${agent.id}`, () => state.agents.set(agent.id, agent));
  touch("room:");
  changed();
}

/** The list is another one. Of the rooms that are followed from now on, what was before is read. */
function rooms({ followed = [] }) {
  return readAgainIfRefused([
    ...followed.map((name) => knownLog(`room:${name}`)?.catchUp()),
    readRooms().then(() => catchUpRooms(followed)),
  ]);
}

function catchUpRooms(names) {
  const durable = (state.rooms ?? []).filter((room) => room.durable && names.includes(room.name));
  return Promise.all(durable.slice(0, ROOMS_IN_FEED).map((room) => catchUpTopic(`room:${room.name}`)));
}

/** The list of what waits for me is another one. */
const waiting = () => readAgainIfRefused([readWaiting()]);

/**
 * Another session was started, and its events arrive from now on. What was before is read by
 * everything that is shown: the server may have followed the session only after this page did.
 */
function session({ id }) {
  currentSession.tell("id", () => setCurrent(id));
  return readAgainIfRefused([
    knownLog(`session:${id}`)?.catchUp(),
    knownBoard(id)?.read(),
    state.session === id ? catchUpTopic(`session:${id}`) : null,
    catchUp(),
  ]);
}

/** The first session is followed; a later one is only told of, as somebody may be reading. */
function setCurrent(id) {
  state.current = id;
  state.session ??= id;
  if (state.session) board(state.session);
  followSession();
  changed();
}

/** From now on the page is about the session that was started last. */
export function goToCurrent() {
  set({ session: state.current, passed: null });
  if (state.session) {
    board(state.session);
    readAgainIfRefused([catchUpTopic(`session:${state.session}`)]);
  }
  followSession();
}

/** The stream tells of the session that is looked at. It stays open where it does so already. */
export function followSession() {
  const { view, params, query: asked } = state.route;
  const wanted = params.session ?? (view === "compare" ? ofTwo(asked) : null) ?? state.session;
  if (!wanted || !stream.tellsOf(wanted)) stream.follow(wanted === state.current ? null : wanted);
}

const SESSION_ID = /^[a-zA-Z0-9_-]{1,128}$/;

/** Of two that are compared, the current one if it is among them, else the first. */
const ofTwo = ({ a, b }) =>
  [a, b].find((id) => id && id === state.current) ?? [a, b].find((id) => SESSION_ID.test(id ?? ""));

// The event stream: opened, watched, opened again. What was missed is read by cursor, by those who listen.

import { get, streamAddress } from "./api.js";
import { changed, set, state } from "./store.js";

const WAITS = [1, 2, 4, 8, 16];
const HIDDEN_FOR = 60_000;
const KINDS = ["event", "message", "thinking", "agents", "rooms", "session", "waiting"];

let source = null;
let listener = null;
let session = null;
let timer = 0;
let hiddenTimer = 0;
let ticking = 0;

const phase = (name, more = {}) => set({ connection: { ...state.connection, phase: name, ...more } });

/**
 * Opens the stream and keeps it open.
 *
 * @param {{hello: (data: object) => void, [kind: string]: (data: object) => void}} handlers
 */
export function start(handlers) {
  listener = handlers;
  open();
}

export function stop() {
  listener = null;
  close();
}

/** Which session the stream tells of; null: the current one. */
export function follow(id) {
  if (id === session) return;
  session = id;
  if (source) open();
}

/** Returns true if it is that session which the stream tells of. */
export const tellsOf = (id) => id === (session ?? state.current);

export function retryNow() {
  if (listener && state.connection.phase !== "live") open();
}

function close() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function open() {
  close();
  if (state.connection.phase !== "live") phase("connecting");
  const mine = new EventSource(streamAddress(session));
  source = mine;
  mine.addEventListener("hello", (event) => {
    if (mine !== source) return;
    phase("live", { attempt: 0 });
    listener?.hello(JSON.parse(event.data));
  });
  for (const kind of KINDS) {
    mine.addEventListener(kind, (event) => {
      if (mine === source) listener?.[kind](JSON.parse(event.data));
    });
  }
  mine.onerror = () => {
    if (mine === source) lost();
  };
}

/** The browser's own way of opening it again knows no cursor and no patience: ours does. */
function lost() {
  close();
  const { attempt } = state.connection;
  const wait = WAITS[Math.min(attempt, WAITS.length - 1)] * 1000;
  phase(navigator.onLine ? "waiting" : "offline", {
    attempt: attempt + 1,
    retryAt: Date.now() + wait,
  });
  timer = setTimeout(open, wait);
  countDown();
  // A stream cannot say why it was refused. This can, and asks for a login where one is needed.
  get("me").then(
    (me) => {
      if (me.name === null && source === null) listener?.signedOut(me);
    },
    () => {},
  );
}

function countDown() {
  clearTimeout(ticking);
  if (state.connection.phase !== "waiting" && state.connection.phase !== "offline") return;
  changed();
  ticking = setTimeout(countDown, 1000);
}

addEventListener("online", retryNow);
addEventListener("offline", () => {
  if (listener && state.connection.phase === "waiting") phase("offline");
});

// A browser gives one server few connections: pages that nobody sees give theirs back.
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    hiddenTimer = setTimeout(() => {
      if (!listener) return;
      close();
      phase("paused");
    }, HIDDEN_FOR);
  } else if (listener && state.connection.phase === "paused") {
    open();
  }
});

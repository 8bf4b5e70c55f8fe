// Addresses of what the page of a session can show, and the way back from there.

import { knownBoard } from "../board.js";
import { knownArtifact } from "../made.js";
import { at, instead, withQuery } from "../router.js";

const withValue = (session, name, value) => `${at`sessions/${session}`}?${new URLSearchParams({ [name]: value })}`;

export const agentAddress = (session, agent) => withValue(session, "agent", agent);
export const threadAddress = (session, name) => withValue(session, "thread", name);

/** Leaves what stands beside the talk. */
export const closeAside = (route) => instead(withQuery(route, { agent: null, thread: null }));

/**
 * Sets the focus where it was lost with a part that is shown no more.
 *
 * @param {boolean} isAside if something stands beside the talk now
 */
export function keepFocus(isAside) {
  const places = [isAside ? ".session-side" : ".room-talk .conversation", "main h1"];
  for (const place of places) {
    if (document.activeElement !== document.body) return;
    document.querySelector(place)?.focus({ preventScroll: true });
  }
}

/** The place of a message among all others. */
export const placeAddress = (session, seq) => withValue(session, "at", seq);

/** A thread that is named by a task or an artifact is called like it. */
export const threadTitle = (session, name) =>
  knownBoard(session)?.tasks.get(name)?.title || knownArtifact(session, name)?.name || name;

/** For `messages`: links to the session's threads, except the one that goes without saying. */
export const threadsOf = (session, within = null) => ({
  address: (name) => threadAddress(session, name),
  title: (name) => (name === within ? null : threadTitle(session, name)),
});

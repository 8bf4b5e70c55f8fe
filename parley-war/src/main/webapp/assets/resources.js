// What views read from the server and keep while they are shown: read once, read again when the
// stream says that it changed, and after each reconnect.

import { changed } from "./store.js";

const MOST = 40;
const PAUSE = 400;

/** @typedef {{data: any, problem: ?Error, loading: boolean}} Resource */

const kept = new Map();

/**
 * The resource of that key, read for the first time if it is not here yet.
 *
 * @param {string} key begins with what it is about, as `touch` goes by prefix
 * @param {() => Promise<any>} read
 * @returns {Resource}
 */
export function use(key, read) {
  let resource = kept.get(key);
  if (!resource) {
    resource = { data: null, problem: null, loading: false, again: false, done: null, timer: 0, read, used: 0 };
    kept.set(key, resource);
    load(resource);
    if (kept.size > MOST) forgetOldest();
  }
  resource.read = read;
  resource.used = performance.now();
  return resource;
}

/** Returns what was read under that key, if it is here. */
export const known = (key) => kept.get(key)?.data ?? null;

/** Says that what begins with this changed: read again if a view shows it, else let go. */
export function touch(prefix, pause = PAUSE) {
  for (const [key, resource] of kept) {
    if (!key.startsWith(prefix)) continue;
    if (isUnused(resource)) kept.delete(key);
    else if (!resource.timer) {
      resource.timer = setTimeout(() => {
        resource.timer = 0;
        load(resource);
      }, pause);
    }
  }
}

/**
 * Reads everything again that a view shows: a stream began, and nothing told of changes before it.
 *
 * @returns {Promise<?Error[]>} the problems of those that could not be read
 */
export function catchUp() {
  for (const [key, resource] of kept) if (isUnused(resource)) kept.delete(key);
  return Promise.all([...kept.values()].map((resource) => load(resource).then(() => resource.problem)));
}

const isUnused = ({ used, loading }) => performance.now() - used > 5000 && !loading;

/** Puts an answer in place of what was read. */
export function replace(key, data) {
  const resource = kept.get(key);
  if (resource) resource.data = data;
  changed();
}

/** Reads it again, if it is here; done when what is here is no older than this call. */
export async function refresh(key) {
  const resource = kept.get(key);
  if (resource) await load(resource);
}

export const forgetAll = () => kept.clear();

/** A read that is under way may have begun before the change, so another follows it. */
function load(resource) {
  if (resource.loading) {
    resource.again = true;
  } else {
    resource.loading = true;
    resource.done = readUntilFresh(resource);
  }
  return resource.done;
}

async function readUntilFresh(resource) {
  do {
    resource.again = false;
    try {
      resource.data = await resource.read();
      resource.problem = null;
    } catch (problem) {
      resource.problem = problem;
    }
    changed();
  } while (resource.again);
  resource.loading = false;
}

function forgetOldest() {
  let oldest = null;
  for (const [key, resource] of kept) {
    if (!oldest || resource.used < kept.get(oldest).used) oldest = key;
  }
  kept.delete(oldest);
}

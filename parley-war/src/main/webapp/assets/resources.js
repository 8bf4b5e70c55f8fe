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
    resource = { data: null, problem: null, loading: false, again: false, timer: 0, read, used: 0 };
    kept.set(key, resource);
    load(resource);
    if (kept.size > MOST) forgetOldest();
  }
  resource.read = read;
  resource.used = performance.now();
  return resource;
}

/** Says that what begins with this changed: read again if a view shows it, else let go. */
export function touch(prefix, pause = PAUSE) {
  for (const [key, resource] of kept) {
    if (!key.startsWith(prefix)) continue;
    if (performance.now() - resource.used > 5000 && !resource.loading) kept.delete(key);
    else if (!resource.timer) {
      resource.timer = setTimeout(() => {
        resource.timer = 0;
        load(resource);
      }, pause);
    }
  }
}

/** Puts an answer in place of what was read. */
export function replace(key, data) {
  const resource = kept.get(key);
  if (resource) resource.data = data;
  changed();
}

export const forgetAll = () => kept.clear();

async function load(resource) {
  if (resource.loading) {
    resource.again = true;
    return;
  }
  resource.loading = true;
  try {
    resource.data = await resource.read();
    resource.problem = null;
  } catch (problem) {
    resource.problem = problem;
  }
  resource.loading = false;
  changed();
  if (resource.again) {
    resource.again = false;
    load(resource);
  }
}

function forgetOldest() {
  let oldest = null;
  for (const [key, resource] of kept) {
    if (!oldest || resource.used < kept.get(oldest).used) oldest = key;
  }
  kept.delete(oldest);
}

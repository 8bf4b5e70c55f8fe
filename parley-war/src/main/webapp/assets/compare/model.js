// The things that two sessions have in common: their tasks and artifacts by name, and the numbers of each.

/**
 * @template T
 * @typedef {object} Pair
 * @property {string} name
 * @property {?T} a that of the first session
 * @property {?T} b that of the second
 */

/**
 * The things of both by name, those of the first in its order, then what the second alone has. Of two of
 * one name the first belongs to the first of the other.
 *
 * @template T
 * @param {T[]} left
 * @param {T[]} right
 * @param {(one: T) => string} nameOf
 * @returns {Pair<T>[]}
 */
export function pairs(left, right, nameOf) {
  const found = new Map();
  for (const [side, items] of [["a", left], ["b", right]]) {
    const counts = new Map();
    for (const item of items) {
      const name = nameOf(item);
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      const key = `${before} ${name}`;
      if (!found.has(key)) found.set(key, { name, a: null, b: null });
      found.get(key)[side] = item;
    }
  }
  return [...found.values()];
}

/** The time a session has lasted in milliseconds, from its creation to its last change; null where it has not. */
export function lengthOf({ createdAt, lastAt }) {
  const length = createdAt && lastAt ? Date.parse(lastAt) - Date.parse(createdAt) : 0;
  return length > 0 ? length : null;
}

/** The weakest verdict among reviews, or null where there are none. */
export const weakest = (reviews) =>
  ["changes_requested", "pending", "approved"].find((status) => reviews.some((one) => one.status === status)) ?? null;

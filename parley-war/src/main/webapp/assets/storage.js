// What this browser remembers. A browser that forbids storage forgets, and nothing else.

const PREFIX = "parley-";

export function kept(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // Full or forbidden.
  }
}

/** @returns {any} what was kept as JSON, or `otherwise` */
export function keptObject(key, otherwise) {
  try {
    return JSON.parse(kept(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const keepObject = (key, value) => keep(key, JSON.stringify(value));

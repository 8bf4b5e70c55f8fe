// The artifacts of a session, without content, as several views need them.

import { getAll, path } from "./api.js";
import { known, use } from "./resources.js";

export const artifactsOf = (session) =>
  use(`artifacts:${session}`, async () => ({ items: await getAll(path`sessions/${session}/artifacts`) }));

/** An artifact of the list, if that was read. */
export const knownArtifact = (session, id) =>
  known(`artifacts:${session}`)?.items.find((one) => one.id === id) ?? null;

/** The artifacts by name, each with its versions, the newest first; the one posted last comes first. */
export function byName(items) {
  const all = new Map();
  for (const item of items) {
    if (!all.has(item.name)) all.set(item.name, []);
    all.get(item.name).push(item);
  }
  return [...all.values()]
    .map((versions) => versions.sort((a, b) => b.version - a.version))
    .sort((a, b) => b[0].createdAt.localeCompare(a[0].createdAt));
}

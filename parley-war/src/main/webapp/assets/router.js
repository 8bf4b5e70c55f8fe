// Every view has an address after the `#`, which can be reloaded and sent to somebody else.

const ROUTES = [
  ["now", "now"],
  ["rooms", "rooms"],
  ["rooms/:room", "room"],
  ["sessions", "sessions"],
  ["sessions/:session", "session"],
  ["sessions/:session/board", "board"],
  ["sessions/:session/graph", "graph"],
  ["sessions/:session/timeline", "timeline"],
  ["sessions/:session/charts", "charts"],
  ["sessions/:session/tasks/:task", "task"],
  ["sessions/:session/artifacts", "artifacts"],
  ["sessions/:session/artifacts/:artifact", "artifacts"],
  ["sessions/:session/replay", "replay"],
  ["team", "team"],
  ["memory", "memory"],
  ["access", "access"],
  ["audit", "audit"],
  ["health", "health"],
  ["search", "search"],
  ["compare", "compare"],
].map(([pattern, view]) => ({ parts: pattern.split("/"), view }));

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns {{view: string, params: Object<string, string>, query: Object<string, string>, path: string}} */
export function parse(hash) {
  const [place, search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const given = place.split("/").filter(Boolean).map(decoded);
  const query = Object.fromEntries(new URLSearchParams(search));
  const path = `#/${given.map(encodeURIComponent).join("/")}`;
  if (given.length === 0) return { view: "now", params: {}, query, path: "#/now" };
  for (const { parts, view } of ROUTES) {
    if (parts.length !== given.length) continue;
    const params = {};
    const fits = parts.every((part, i) => {
      if (!part.startsWith(":")) return part === given[i];
      params[part.slice(1)] = given[i];
      return true;
    });
    if (fits) return { view, params, query, path };
  }
  return { view: "nowhere", params: {}, query, path };
}

/** An address, every value encoded: at`rooms/${name}`. */
export const at = (parts, ...values) =>
  "#/" + parts.reduce((all, part, i) => all + encodeURIComponent(values[i - 1]) + part);

/** The same place with other query values; null takes one away. */
export function withQuery(route, changes) {
  const all = { ...route.query, ...changes };
  const given = Object.entries(all).filter(([, value]) => value !== null && value !== "");
  return given.length ? `${route.path}?${new URLSearchParams(given)}` : route.path;
}

/** Whether the address still names that place: the browser reports another one a moment after it is there. */
export const isAt = (route) => parse(location.hash).path === route.path;

export const go = (address) => {
  location.hash = address;
};

/** Goes there without a step in the history. */
export const instead = (address) => {
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
};

export function start(listener) {
  addEventListener("hashchange", () => listener(parse(location.hash)));
  listener(parse(location.hash));
}

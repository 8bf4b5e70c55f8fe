// The one place that talks to the server, except for the stream.

const base = new URL("../api/", import.meta.url);
let onSignedOut = () => {};

/** Called when the server no longer knows who is logged in. */
export function whenSignedOut(listener) {
  onSignedOut = listener;
}

/** The workspace the page shows, and what to do where the login is in another one. */
let workspace = null;
let onElsewhere = () => {};

/** From here on the server refuses what is meant for `name` while the login is elsewhere. */
export function worksIn(name, elsewhere) {
  workspace = name;
  onElsewhere = elsewhere;
}

/** A problem the server answered with; `message` is its sentence. Status 0: it did not answer. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `The server answered with ${status}.`);
    this.status = status;
    this.code = problem.code ?? "unknown";
    this.facts = problem;
  }
}

/** For `catch`: null where the log was put back to an older copy, so that it is to be read anew. */
export function unlessLost(refused) {
  if (refused.code !== "position_lost") throw refused;
  return null;
}

/** An address below `api/`, every value in it encoded. */
export const path = (parts, ...values) =>
  parts.reduce((all, part, i) => all + encodeURIComponent(values[i - 1]) + part);

/** `?a=b&c=d` of those values that are there. */
export function query(values) {
  const given = Object.entries(values).filter(([, v]) => v !== null && v !== undefined && v !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

/** The address that a link to something below `api/` has. */
export const address = (below) => new URL(below, base).href;

export const streamAddress = (session) => new URL(`stream${query({ session })}`, base).href;

async function call(method, address, body, headers = {}) {
  let response;
  try {
    response = await fetch(new URL(address, base), {
      method,
      cache: "no-store",
      credentials: "same-origin",
      headers: {
        Accept: "application/json, application/problem+json",
        ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
        ...(workspace === null ? {} : { "Parley-Workspace": workspace }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, {
      code: "unreachable",
      detail: "The server does not answer. The page tries again by itself.",
    });
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return answer;
  if (response.status === 401 && address !== "login" && address !== "me") onSignedOut(answer ?? {});
  if (answer?.code === "workspace_changed") onElsewhere();
  throw new Refusal(response.status, answer ?? {});
}

export const get = (address) => call("GET", address);

/** The whole of a list that the server answers page by page. */
export async function getAll(address) {
  const items = [];
  let after = null;
  do {
    const page = await get(address + query({ after }));
    items.push(...page.items);
    after = page.next;
  } while (after !== null);
  return items;
}

export const post = (address, body = {}) => call("POST", address, body);
export const put = (address, body = {}, headers = {}) => call("PUT", address, body, headers);
export const patch = (address, body = {}) => call("PATCH", address, body);
export const remove = (address) => call("DELETE", address);

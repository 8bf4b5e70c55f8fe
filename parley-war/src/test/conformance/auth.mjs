// A client that logs in by itself, and the browser of its person.
// Usage: auth.mjs 1|2|INSPECTOR MCP-URL NAME TOKEN AGENT; a number is the generation of the official
// TypeScript SDK, anything else the script of the Inspector.
// It prints one line of JSON with the requests that were made, and ends with 0 if all went well.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const [generation, url, name, token, agent] = process.argv.slice(2);
const isSdk = generation === "1" || generation === "2";

/** Each request of the client and of the browser, with the names of what it carries: no secrets. */
const requests = [];
let who = "client";
const send = globalThis.fetch;
globalThis.fetch = async (to, options = {}) => {
  const address = new URL(to);
  const line = [`${who}: ${options.method ?? "GET"} ${address.pathname}`];
  const names = [...new Set(address.searchParams.keys())];
  if (names.length) line.push(`?${names.join("&")}`);
  const headers = new Headers(options.headers);
  const type = headers.get("content-type") ?? "";
  const body = String(options.body ?? "");
  if (type.includes("form")) {
    const form = new URLSearchParams(body);
    const grant = form.get("grant_type");
    line.push(grant ? `grant_type=${grant}` : [...new Set(form.keys())].join("&"));
  } else if (body) {
    const json = JSON.parse(body);
    line.push(json.method ?? Object.keys(json).join("&"), json.params?.name ?? "");
  }
  if (headers.has("authorization")) line.push("(token)");
  const answer = await send(to, options);
  const asked = /scope="[^"]*"|error="[^"]*"/.exec(answer.headers.get("www-authenticate") ?? "");
  line.push(`-> ${answer.status}`, asked?.[0] ?? "");
  const next = answer.headers.get("location");
  if (next) line.push(new URL(next, address).href.split("?")[0]);
  requests.push(line.filter(Boolean).join(" "));
  return answer;
};
const { Client, StreamableHTTPClientTransport, UnauthorizedError } =
  generation === "2"
    ? await import("@modelcontextprotocol/client")
    : {
        ...(await import("@modelcontextprotocol/sdk/client/index.js")),
        ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
        ...(await import("@modelcontextprotocol/sdk/client/auth.js")),
      };

const kept = { registrations: 0, grants: [] };
const provider = {
  redirectUrl: "http://127.0.0.1:4711/callback",
  clientMetadata: {
    client_name: `SDK ${generation}`,
    redirect_uris: ["http://127.0.0.1:4711/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  state: () => "a state",
  clientInformation: () => kept.client,
  saveClientInformation: (client) => {
    kept.client = client;
    kept.registrations++;
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => {
    kept.tokens = tokens;
    kept.grants.push(tokens.scope);
  },
  redirectToAuthorization: (to) => {
    kept.authorize = to;
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier;
  },
  codeVerifier: () => kept.verifier,
  discoveryState: () => kept.discovery,
  saveDiscoveryState: (state) => {
    kept.discovery = state;
  },
};

let cookie = "";
async function browse(to, form) {
  const address = new URL(to, url);
  const headers = { cookie };
  if (form) {
    headers.origin = address.origin;
    headers["content-type"] = "application/x-www-form-urlencoded";
  }
  const answer = await fetch(address, {
    method: form ? "POST" : "GET",
    redirect: "manual",
    headers,
    body: form ? new URLSearchParams(form).toString() : undefined,
  });
  for (const set of answer.headers.getSetCookie()) cookie = set.split(";")[0];
  return answer;
}

const unescape = (text) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

function find(page, pattern) {
  const found = pattern.exec(page);
  if (!found) throw new Error(`no ${pattern} in ${page}`);
  return unescape(found[1]);
}

/** Logs in, allows the client, and returns the parameters the browser is sent back with. */
async function person(authorize) {
  who = "browser";
  const login = await (await browse(authorize)).text();
  const begun = await browse(find(login, /action="([^"]*)"/), {
    query: find(login, /name="query" value="([^"]*)"/),
    name,
    token,
  });
  const consent = await (await browse(begun.headers.get("location"))).text();
  const form = [
    ["ticket", find(consent, /name="ticket" value="([^"]*)"/)],
    ["agent", agent],
    ["decision", "allow"],
  ];
  for (const box of consent.matchAll(/name="scope" value="([^"]*)" checked/g)) {
    form.push(["scope", box[1]]);
  }
  const sent = await browse(find(consent, /action="([^"]*)"/), form);
  who = "client";
  return new URL(sent.headers.get("location"));
}

/** Lets the Inspector list the tools: it opens the browser, and listens for it. */
async function inspector() {
  const probe = createServer();
  await new Promise((listening) => probe.listen(0, "127.0.0.1", listening));
  const { port } = probe.address();
  await new Promise((closed) => probe.close(closed));
  const words = ["--cli", "--server-url", url, "--transport", "http", "--method", "tools/list"];
  const callback = `http://127.0.0.1:${port}/oauth/callback`;
  const child = spawn(
    process.execPath,
    [generation, ...words, "--format", "json", "--callback-url", callback],
    { env: { ...process.env, MCP_AUTO_OPEN_ENABLED: "true", PATH: "/nonexistent" } },
  );
  let out = "";
  let err = "";
  let asked = false;
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", async (text) => {
    err += text;
    const link = /Please navigate to: (\S+)\n/.exec(err);
    if (link && !asked) {
      asked = true;
      await fetch(await person(link[1])).catch((refused) => (err += refused.stack));
    }
  });
  const code = await new Promise((ended) => child.on("close", ended));
  if (code !== 0) throw new Error(`the Inspector ended with ${code}\n${out}${err}`);
  console.log(JSON.stringify({ listed: out, requests }));
  process.exit(0);
}

if (!isSdk) await inspector();

const client = () => new Client({ name: "auth", version: "1" });
const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });

const first = transport();
try {
  await client().connect(first);
  throw new Error("it was let in without a token");
} catch (refused) {
  if (!(refused instanceof UnauthorizedError)) throw refused;
}
const back = (await person(kept.authorize)).searchParams;
if (back.get("state") !== "a state") throw new Error(`the state is ${back.get("state")}`);
await first.finishAuth(generation === "2" ? back : back.get("code"));

const mcp = client();
await mcp.connect(transport());
const tools = (await mcp.listTools()).tools.length;
const titled = (title) => ({ name: "create_task", arguments: { title, priority: "low" } });
await mcp.callTool(titled("before the refresh"));

// an access token that is not good any more: the SDK refreshes, and calls again
kept.tokens = { ...kept.tokens, access_token: "parley_oa_gone" };
await mcp.callTool(titled("after the refresh"));
const tasks = JSON.stringify(await mcp.callTool({ name: "get_all_tasks", arguments: {} }));
await mcp.close();

console.log(
  JSON.stringify({
    tools,
    registrations: kept.registrations,
    grants: kept.grants,
    tasks,
    resource: kept.authorize.searchParams.get("resource"),
    requests,
  }),
);
process.exit(0);

// A client that logs in by itself, and the browser of its person.
// Usage: auth.mjs 1|2|INSPECTOR MCP-URL NAME TOKEN AGENT; a number is the generation of the official
// TypeScript SDK, anything else the script of the Inspector.
// It prints one line of JSON, and ends with 0 if all went well.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const [generation, url, name, token, agent] = process.argv.slice(2);
const isSdk = generation === "1" || generation === "2";
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
  console.log(JSON.stringify({ listed: out }));
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
  }),
);
process.exit(0);

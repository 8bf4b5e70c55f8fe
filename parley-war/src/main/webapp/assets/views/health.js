import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { get } from "../api.js";
import { age, count, full } from "../format.js";
import { head, shown, text } from "../parts.js";
import { touch, use } from "../resources.js";
import { state } from "../store.js";

const EVERY = 5000;
const WIDTH = 600;
const HEIGHT = 120;

export const title = () => "Health";

let askedAt = 0;

export function view() {
  const health = use("health", () => get("health"));
  if (performance.now() - askedAt > EVERY && health.data && state.connection.phase === "live") {
    askedAt = performance.now();
    touch("health", 0);
  }
  return html`${head("Health", { sub: health.data ? html`Parley ${text(health.data.version)}` : nothing })}
    ${shown(
      health,
      "the server's health",
      (data) => html`<div class="health scroll" tabindex="0" role="region" aria-label="Health">
        ${health.problem ? html`<p class="banner banner-inside" role="status">${health.problem.message}</p>` : nothing}
        <ul class="tiles">
          ${tile("Server", standing(data), html`for ${age(data.startedAt)}`, data.status === "up")}
          ${tile(
            "Database",
            data.database.reachable ? "Reachable" : "Not reachable",
            text(data.database.product),
            data.database.reachable,
          )}
          ${tile("Backend", data.bus.reachable ? "Reachable" : "Not reachable", backend(data.bus), data.bus.reachable)}
          ${data.node || data.instance ? tile("Node", text(data.node?.name ?? data.instance), others(data.node)) : nothing}
        </ul>
        <h2 class="tiles-head">Connections</h2>
        <ul class="tiles">
          ${tile("Agents online", data.connections.agentsOnline)}
          ${tile("People online", data.connections.peopleOnline)}
          ${tile("MCP with a stream", data.connections.mcpStreams, "messages are pushed")}
          ${tile("MCP without", data.connections.mcp - data.connections.mcpStreams, "they have to ask")}
          ${tile("Waiting", data.connections.waits, "for the next message")}
          ${tile("Pages open", data.connections.pages, "in browsers")}
        </ul>
        <h2 class="tiles-head">Backlog</h2>
        <ul class="tiles">
          ${tile("Messages to deliver", data.backlog.messages, `to ${count(data.backlog.connections, "connection")}`)}
          ${tile("Furthest behind", data.backlog.mostOfOne, "messages of one connection")}
          ${data.backlog.writes === null
            ? nothing
            : tile("Writes to confirm", data.backlog.writes, "by the database or the backend")}
        </ul>
        <div class="charts">
          ${chart("Messages", data.rates.messages, data.rates.stepSeconds, "messages")}
          ${chart("Events", data.rates.events, data.rates.stepSeconds, "events")}
        </div>
        <p class="quiet">${counted(data)} Up since ${full(data.startedAt)}. Read again every five seconds.</p>
      </div>`,
    )}`;
}

/** Whose MCP sessions and backlog are counted. */
const counted = ({ counts }) =>
  counts === "workspace"
    ? html`All counts are of the workspace ${text(state.me.workspace)}.`
    : html`Agents, people, pages and rates are of the workspace ${text(state.me.workspace)}, other counts of the server.`;

const backends = { memory: "memory", database: "the database", redis: "Redis", nats: "NATS" };

const backend = ({ durable, ephemeral, awaySince }) => {
  const kept = backends[durable];
  const where = durable === ephemeral ? `rooms in ${kept}` : `durable rooms in ${kept}, others in ${backends[ephemeral]}`;
  return awaySince ? html`since ${full(awaySince)}; ${where}` : where;
};

const others = (node) => {
  if (!node) return nothing;
  return node.others.length ? html`with ${text(node.others.join(", "))}` : "no other is there";
};

const tile = (name, value, more = nothing, isGood = null) => html`<li class="tile panel">
  <span class="quiet">${name}</span>
  <span class="tile-value">
    ${isGood === null ? nothing : html`<span class="dot ${isGood ? "dot-good" : "dot-bad"}" aria-hidden="true"></span>`}
    ${value}
  </span>
  <span class="quiet tile-more">${more}</span>
</li>`;

const number = (n) => (n >= 100 ? String(Math.round(n)) : String(Math.round(n * 10) / 10));

function chart(name, values, step, unit) {
  const most = Math.max(1, ...values);
  const last = values.at(-1) ?? 0;
  const x = (i) => (i * WIDTH) / Math.max(1, values.length - 1);
  const y = (value) => HEIGHT - 2 - (value / most) * (HEIGHT - 10);
  const line = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const minutes = Math.round((values.length * step) / 60);
  const label = `${name} a second over the last ${minutes} minutes: now ${number(last)}, at most ${number(Math.max(0, ...values))}`;
  return html`<section class="panel chart" aria-label=${name}>
    <div class="panel-head">
      <h2>${name}</h2>
      <span><strong>${number(last)}</strong> <span class="quiet">${unit} a second</span></span>
    </div>
    <div class="chart-body">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
        ${[0, 0.5, 1].map(
          (part) => svg`<line class="chart-grid" x1="0" x2=${WIDTH} y1=${y(most * part)} y2=${y(most * part)}></line>`,
        )}
        <polygon class="chart-area" points=${`0,${HEIGHT - 2} ${line} ${WIDTH},${HEIGHT - 2}`}></polygon>
        <polyline class="chart-line" points=${line}></polyline>
      </svg>
      <div class="chart-scale quiet" aria-hidden="true">
        <span>${number(most)}</span><span>${number(most / 2)}</span><span>0</span>
      </div>
      <div class="chart-time quiet" aria-hidden="true"><span>${minutes} min ago</span><span>now</span></div>
    </div>
  </section>`;
}

/** The server's state in a word or two. */
function standing(data) {
  if (data.reason === "disk_full") {
    return "Disk full";
  }
  return { up: "Up", degraded: "Degraded" }[data.status] ?? "Down";
}

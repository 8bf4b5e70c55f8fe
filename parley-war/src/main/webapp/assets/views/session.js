// One session: what its agents said to each other, how it went, what it left.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { address, get, path, post, query } from "../api.js";
import { board, knownBoard, STATUSES } from "../board.js";
import { messages, scroller } from "../conversation.js";
import { count } from "../format.js";
import { icon } from "../icons.js";
import { openAt, talkLog } from "../logs.js";
import { artifactsOf } from "../made.js";
import {
  avatar, bar, document, empty, head, loading, refused, sessionTabs, shown, STATUS_NAMES, text,
} from "../parts.js";
import { use } from "../resources.js";
import { at, instead, parse, withQuery } from "../router.js";
import { said } from "../said.js";
import { agentPanels } from "../session/agent.js";
import { agentAddress, keepFocus, threadsOf } from "../session/places.js";
import { threadPanel } from "../session/thread.js";
import { afterDrawing, changed, state } from "../store.js";
import { directsRead } from "../unread.js";
import { writeBox } from "../write.js";
import { begun } from "./sessions.js";

export const title = ({ params }) => params.session;

/** The agent that the next message is for; the person who chose it, and the session. */
let to = "";
let toOf = null;
let part = "talk";
/** The route that was drawn last. */
let drawn = null;
/** The seq up to which messages are folded. What is said while somebody reads the session is not. */
let folding = { session: null, upTo: 0 };

function foldsUpTo(id, log) {
  if (folding.session !== id) folding = { session: id, upTo: log.items.at(-1)?.seq ?? 0 };
  return folding.upTo;
}

// A session that was left is folded anew. A hidden page is not left, though nothing is drawn meanwhile.
addEventListener("hashchange", () => {
  const next = parse(location.hash);
  if (next.view !== "session" || next.params.session !== folding.session) folding = { session: null, upTo: 0 };
});

export function view(route) {
  const id = route.params.session;
  const session = use(`session:${id}`, () => get(path`sessions/${id}`));
  const chooser = `${state.me.name} ${id}`;
  if (toOf !== chooser) {
    to = "";
    toOf = chooser;
  }
  if (session.data && !session.data.recorded) return onlySummary(id, session.data);
  const log = talkLog(id);
  const seq = Number(route.query.at) || null;
  openAt(log, seq);
  const { thread = null, agent = null } = route.query;
  const isAside = thread !== null || agent !== null;
  if (route !== drawn) {
    if (seq !== null) part = "talk"; // a narrow window shows one part alone
    if (route.path === drawn?.path) afterDrawing(() => keepFocus(isAside));
    drawn = route;
  }
  directsRead(id);
  return html`${head(html`${text(id)}`, {
      sub: session.data
        ? html`${begun(session.data)}
            ${session.data.current ? html`<span class="badge badge-live">current</span>` : nothing}`
        : nothing,
      tabs: sessionTabs(id, "session"),
      actions: html`<a class="button wide-only" href=${`#/compare${query({ a: id })}`}>${icon("compare")}Compare</a>`,
    })}
    <div class="segments narrow-only" role="group" aria-label="Part">
      ${[
        ["talk", "Messages"],
        ["facts", "Summary"],
      ].map(
        ([value, name]) => html`<button
          type="button"
          class="segment"
          aria-pressed=${!isAside && part === value}
          @click=${() => {
            part = value;
            if (isAside) instead(withQuery(route, { thread: null, agent: null }));
            changed();
          }}
        >
          ${name}
        </button>`,
      )}
    </div>
    <div class="room session" data-side=${isAside || part === "facts" ? "people" : "none"}>
      <section class="panel room-talk" aria-label="Conversation">${talk(id, log, seq)}</section>
      <div
        class="room-side session-side scroll"
        tabindex="0"
        role="region"
        aria-label=${thread !== null ? "Thread" : agent !== null ? "One agent" : "Summary and counts"}
      >
        ${thread !== null
          ? threadPanel(route, id, thread)
          : agent !== null
            ? agentPanels(route, id, agent)
            : shown(session, "the session", (data) => side(id, data))}
      </div>
    </div>`;
}

/** Another server held it, and left its summary in the memory both have. */
const onlySummary = (id, { summary }) => html`${head(html`${text(id)}`, {
    sub: "Another server held this session; only its summary is here",
  })}
  <section class="panel panel-fill" aria-labelledby="summary-title">
    <div class="panel-head"><h2 id="summary-title">Summary</h2></div>
    <div class="panel-text scroll" tabindex="0" role="region" aria-label="Summary">${document(summary ?? "")}</div>
  </section>`;

function talk(id, log, seq) {
  if (!log.opened) return log.problem ? refused(log.problem, () => log.open()) : loading("the messages");
  if (log.items.some(({ thread }) => thread)) board(id); // a thread of a task is called like the task
  if (log.items.some(({ thread, metadata }) => thread && thread === metadata?.artifact)) artifactsOf(id);
  const rows = messages(log.items.map((item) => said(item)), {
    mine: [state.me.name],
    marked: seq,
    agentAddress: (agent) => agentAddress(id, agent),
    threads: threadsOf(id),
    foldsUpTo: foldsUpTo(id, log),
  });
  return html`${log.items.length === 0 && !log.hasOlder
      ? empty("Nobody has said anything in this session", "What you write below goes to all its agents.")
      : scroller(log, rows, { label: "Messages of the session", goTo: seq === null ? undefined : String(seq) })}
    ${writeBox(`session:${id}`, {
      label: to ? `Message ${to}` : "Message everyone in the session",
      act: "work",
      above: recipients(),
      send: (words, once) => post(path`sessions/${id}/messages`, once({ text: words, ...(to ? { to } : {}) })),
    })}`;
}

const recipients = () => html`<label class="to"
  >To
  <select
    class="input"
    @change=${(event) => {
      to = event.target.value;
      changed();
    }}
  >
    <option value="" .selected=${!to}>everyone</option>
    ${[...state.agents.keys()]
      .filter((agent) => agent !== state.me.name)
      .sort()
      .map((agent) => html`<option value=${agent} .selected=${agent === to}>${agent}</option>`)}
  </select></label
>`;

const exported = (id, format) => address(path`sessions/${id}/export` + query({ format }));

function side(id, { summary, counts, current, agents, agentCount }) {
  const tasks = knownBoard(id)?.loaded ? knownBoard(id).counts() : counts.tasks;
  const total = STATUSES.reduce((sum, status) => sum + tasks[status], 0);
  const reviews = counts.reviews.pending + counts.reviews.approved + counts.reviews.changes_requested;
  return html`<section class="panel" aria-labelledby="summary-title">
      <div class="panel-head"><h2 id="summary-title">Summary</h2></div>
      <div class="panel-text">
        ${summary
          ? document(summary)
          : html`<p class="quiet">
              ${current
                ? "None yet. An agent writes it at the end, with save_session_summary."
                : "No summary was written."}
            </p>`}
      </div>
    </section>
    <section class="panel" aria-labelledby="counts-title">
      <div class="panel-head">
        <h2 id="counts-title">Work</h2>
        <a href=${at`sessions/${id}/board`}>Board</a>
      </div>
      <div class="work">
        ${bar(tasks)}
        <dl class="counts">
          ${STATUSES.map(
            (status) => html`<div class="counts-${status}">
              <dt>${STATUS_NAMES[status]}</dt>
              <dd>${tasks[status]}</dd>
            </div>`,
          )}
        </dl>
        <p class="quiet">
          ${count(total, "task")}, ${count(counts.messages, "message")}, ${count(counts.artifacts, "version")} of artifacts,
          ${count(reviews, "review")}${counts.reviews.pending ? ` (${counts.reviews.pending} waiting)` : nothing}
        </p>
        <p class="quiet">
          Export the session as <a download href=${exported(id, "markdown")}>Markdown</a> or
          <a download href=${exported(id, "json")}>JSON</a>
        </p>
      </div>
    </section>
    ${agentCount ? agentList(id, agents, agentCount) : nothing}`;
}

const agentList = (id, agents, all) => html`<section class="panel" aria-labelledby="session-agents-title">
  <div class="panel-head">
    <h2 id="session-agents-title">Agents</h2>
    <span class="quiet">${all}</span>
  </div>
  <ul class="links">
    ${agents.map(
      (agent) => html`<li>
        <a class="link-row" href=${agentAddress(id, agent)}
          >${avatar(agent, state.agents.get(agent)?.persona?.emoji)}<span class="cut">${text(agent)}</span></a
        >
      </li>`,
    )}
  </ul>
  ${all > agents.length
    ? html`<p class="quiet panel-text">and ${all - agents.length} more. A name in the talk leads to its agent.</p>`
    : nothing}
</section>`;

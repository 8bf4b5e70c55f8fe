// One session: what its agents said to each other, how it went, what it left.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { address, get, path, post, query } from "../api.js";
import { knownBoard, STATUSES } from "../board.js";
import { messages, scroller } from "../conversation.js";
import { count } from "../format.js";
import { talkLog } from "../logs.js";
import { bar, document, empty, head, loading, refused, sessionTabs, shown, STATUS_NAMES, text } from "../parts.js";
import { use } from "../resources.js";
import { at } from "../router.js";
import { changed, state } from "../store.js";
import { directsRead } from "../unread.js";
import { writeBox } from "../write.js";
import { begun } from "./sessions.js";

export const title = ({ params }) => params.session;

let to = "";
let toIn = null;
let part = "talk";
const made = new WeakMap();

function said(message) {
  if (!made.has(message)) {
    made.set(message, {
      id: message.id,
      seq: message.seq,
      at: message.sentAt,
      agent: message.from,
      name: message.from,
      verified: message.verified !== false,
      text: message.text,
      to: message.to,
      reply: null,
    });
  }
  return made.get(message);
}

export function view({ params }) {
  const id = params.session;
  const session = use(`session:${id}`, () => get(path`sessions/${id}`));
  if (toIn !== id) {
    to = "";
    toIn = id;
  }
  if (session.data && !session.data.recorded) return onlySummary(id, session.data);
  const log = talkLog(id);
  if (!log.opened && !log.loading && !log.problem) log.open();
  directsRead(id);
  return html`${head(html`${text(id)}`, {
      sub: session.data
        ? html`${begun(session.data)}
            ${session.data.current ? html`<span class="badge badge-live">current</span>` : nothing}`
        : nothing,
      tabs: sessionTabs(id, "session"),
    })}
    <div class="segments narrow-only" role="group" aria-label="Part">
      ${[
        ["talk", "Messages"],
        ["facts", "Summary"],
      ].map(
        ([value, name]) => html`<button
          type="button"
          class="segment"
          aria-pressed=${part === value}
          @click=${() => {
            part = value;
            changed();
          }}
        >
          ${name}
        </button>`,
      )}
    </div>
    <div class="room session" data-side=${part === "facts" ? "people" : "none"}>
      <section class="panel room-talk" aria-label="Conversation">${talk(id, log)}</section>
      <div class="room-side session-side scroll" tabindex="0" role="region" aria-label="Summary and counts">
        ${shown(session, "the session", (data) => side(id, data))}
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

function talk(id, log) {
  if (!log.opened) return log.problem ? refused(log.problem, () => log.open()) : loading("the messages");
  const rows = messages(log.items.map(said), {
    mine: [state.me.name],
    marked: null,
    original: () => null,
    onReply: null,
    threadAddress: null,
  });
  return html`${log.items.length === 0 && !log.hasOlder
      ? empty("Nobody has said anything in this session", "What you write below goes to all its agents.")
      : scroller(log, rows, { label: "Messages of the session" })}
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

function side(id, { summary, counts, current }) {
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
          ${count(total, "task")}, ${count(counts.messages, "message")}, ${count(counts.artifacts, "artifact")},
          ${count(reviews, "review")}${counts.reviews.pending ? ` (${counts.reviews.pending} waiting)` : nothing}
        </p>
        <p class="quiet">
          Export the session as <a download href=${exported(id, "markdown")}>Markdown</a> or
          <a download href=${exported(id, "json")}>JSON</a>
        </p>
      </div>
    </section>`;
}

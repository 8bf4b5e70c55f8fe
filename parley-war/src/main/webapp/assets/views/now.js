// Who is here, what is being said and done, how far the work is, what one has not seen.

import { agentGroups, agentsLine, filterField } from "../agents.js";
import { get, path } from "../api.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { board, STATUSES } from "../board.js";
import { claudeLine, mcpAddress } from "../connect.js";
import { age, count, full, span } from "../format.js";
import { icon } from "../icons.js";
import { feedPanel } from "../now/feed.js";
import { edge, foldButton, isFolded, layout } from "../now/panels.js";
import { awayAgents } from "../now/team.js";
import { bar, empty, head, loading, refused, STATUS_NAMES, text } from "../parts.js";
import { use } from "../resources.js";
import { at } from "../router.js";
import { set, state } from "../store.js";
import { directs, unread } from "../unread.js";
import { openWaiting, waiting, waitingCount } from "../waiting.js";

const DAY = 86_400_000;

export const title = () => "Now";

let tab = "feed";

export function view() {
  return html`${head("Now", { sub: sub(), actions: narrow() })}
    <div
      class="now"
      data-tab=${tab}
      data-agents=${isFolded("agents") ? "folded" : "open"}
      data-rest=${isFolded("rest") ? "folded" : "open"}
      ${ref((element) => layout(element))}
    >
      <section id="now-agents" class="now-agents panel" aria-labelledby="agents-title">${agents()}</section>
      ${edge("agents")}
      <section class="now-feed panel" aria-labelledby="feed-title">${feedPanel()}</section>
      ${edge("rest")}
      <div id="now-rest" class="now-rest">
        <section class="panel" aria-labelledby="work-title">${work()}</section>
        <section class="panel" aria-labelledby="unread-title">${news()}</section>
      </div>
    </div>`;
}

const sub = () =>
  state.session
    ? html`Session <a href=${at`sessions/${state.session}`}>${text(state.session)}</a>`
    : "No session has been started yet";

/** On a narrow screen one part at a time. */
const narrow = () => html`<div class="segments narrow-only" role="group" aria-label="Part">
  ${[
    ["feed", "Feed"],
    ["agents", "Agents"],
    ["rest", "Work"],
  ].map(
    ([value, name]) => html`<button
      type="button"
      class="segment"
      aria-pressed=${tab === value}
      @click=${() => {
        tab = value;
        set({});
      }}
    >
      ${name}
    </button>`,
  )}
</div>`;

function agents() {
  const here = [...state.agents.values()];
  const hasAgents = here.some((agent) => !agent.person);
  const all = [...here, ...awayAgents(state.agents)];
  return html`<div class="panel-head">
      <h2 id="agents-title">Agents</h2>
      <span class="quiet">${hasAgents ? agentsLine(all) : nothing}</span>
      ${foldButton("agents")}
    </div>
    ${!state.agentsLoaded
      ? loading("who is here")
      : html`${hasAgents ? nothing : advice()} ${filterField(all.length)} ${all.length ? agentGroups(all) : nothing}`}`;
}

const advice = () => empty(
  "No agent is here yet",
  html`Give an agent this address:
    <code class="line">${mcpAddress}</code>
    Or add it to Claude Code:
    <code class="line">${claudeLine(state.me)}</code>`,
);

function work() {
  const { session } = state;
  const headline = html`<div class="panel-head">
    <h2 id="work-title">Board</h2>
    ${session ? html`<a href=${at`sessions/${session}/board`}>Open</a>` : nothing} ${foldButton("rest")}
  </div>`;
  if (!session) return html`${headline}${empty("No session yet", "An agent begins one with start_session.")}`;
  const tasks = board(session);
  tasks.refreshWhereShown();
  if (!tasks.loaded) return html`${headline}${tasks.problem ? refused(tasks.problem) : loading("the board")}`;
  const counts = tasks.counts();
  const total = tasks.tasks.size;
  const blocked = [...tasks.tasks.values()].filter(
    (task) => task.status === "todo" && tasks.blockedBy(task).length,
  ).length;
  return html`${headline}
    <div class="work">
      ${bar(counts)}
      <dl class="counts">
        ${STATUSES.map(
          (status) => html`<div class="counts-${status}">
            <dt>${STATUS_NAMES[status]}</dt>
            <dd>${counts[status]}</dd>
          </div>`,
        )}
      </dl>
      <p class="quiet">
        ${total === 0
          ? "No tasks yet."
          : `${counts.done} of ${count(total, "task")} done, ${Math.floor((100 * counts.done) / total)} %`}${blocked
          ? `, ${blocked} blocked`
          : nothing}
      </p>
      ${elapsed(session)}
    </div>`;
}

/** The time since the session was started. */
function elapsed(session) {
  const { data } = use(`session:${session}`, () => get(path`sessions/${session}`));
  if (!data?.startedAt) return nothing;
  const gone = Date.now() - Date.parse(data.startedAt);
  return html`<p class="quiet elapsed">
    <time datetime=${data.startedAt} title=${full(data.startedAt)}>${gone < DAY ? span(gone) : age(data.startedAt)}</time>
    since it was started
  </p>`;
}

function news() {
  const rooms = [...unread].sort((a, b) => b[1].mentions - a[1].mentions || b[1].count - a[1].count);
  const count = waitingCount();
  return html`<div class="panel-head"><h2 id="unread-title">Unread</h2></div>
    ${rooms.length === 0 && directs.count === 0 && count === 0
      ? waiting.loaded
        ? html`<p class="quiet panel-text">You have seen everything.</p>`
        : loading("what waits for you")
      : html`<ul class="links">
          ${count
            ? html`<li>
                <button type="button" class="link-row link-row-button" aria-haspopup="dialog" @click=${openWaiting}>
                  ${icon("inbox")}<span class="cut">Waiting for you</span
                  ><span class="count count-me">${count > 99 || waiting.more ? "99+" : count}</span>
                </button>
              </li>`
            : nothing}
          ${directs.count
            ? html`<li>
                <a class="link-row" href=${at`sessions/${directs.session}`}
                  >${icon("person")}<span class="cut">Written to you</span
                  ><span class="count count-me">${directs.count}</span></a
                >
              </li>`
            : nothing}
          ${rooms.slice(0, 12).map(
            ([room, { count: n, mentions }]) => html`<li>
              <a class="link-row" href=${at`rooms/${room}`}
                >${icon("hash")}<span class="cut">${text(room)}</span>${mentions
                  ? html`<span class="count count-me" title="mentions of you">@${mentions}</span>`
                  : nothing}<span class="count">${n > 99 ? "99+" : n}</span></a
              >
            </li>`,
          )}
        </ul>`}`;
}

// The runs of team work there are: what each was for, how far it came, and what was said at its end.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { get, path } from "../api.js";
import { knownBoard, STATUSES } from "../board.js";
import { count, inWords } from "../format.js";
import { icon } from "../icons.js";
import { empty, head, shown, text, time } from "../parts.js";
import { use } from "../resources.js";
import { at } from "../router.js";
import { changed } from "../store.js";

export const title = () => "Sessions";

const MISSED = ["board", "graph", "timeline", "charts", "artifacts"];

export function view(route) {
  const sessions = use("sessions", () => get("sessions?limit=200"));
  const missed = MISSED.includes(route.query.for) ? route.query.for : null;
  return html`${head("Sessions", {
      sub: "Each is one run of team work",
      actions: html`<a class="button" href="#/compare">${icon("compare")}Compare two</a>`,
    })}
    ${missed
      ? html`<p class="banner banner-inside" role="status">
          There ${missed === "charts" || missed === "artifacts" ? "are" : "is"} no ${missed} to show yet: no session has been started. Choose an earlier one, if there is one below.
        </p>`
      : nothing}
    <section class="panel panel-fill">
      ${shown(sessions, "the sessions", ({ items, next }) =>
        items.length === 0
          ? empty(
              "No session yet",
              html`An agent begins one with <code>start_session</code>; what the team does then is kept here.`,
            )
          : html`<ul class="rows scroll" data-rows tabindex="0" aria-label="Sessions">
              ${repeat(items, ({ id }) => id, row)}
              ${next ? html`<li class="quiet panel-text">Only the newest ${items.length} are listed.</li>` : nothing}
            </ul>`,
      )}
    </section>`;
}

const SAME = 60_000;

/** When a session was begun, and when somebody went back to it. */
export function begun({ createdAt, startedAt, recorded }) {
  if (!recorded) return "only its summary is here";
  if (!startedAt) return "never started";
  const isBack = Date.parse(startedAt) - Date.parse(createdAt) > SAME;
  return html`started ${time(createdAt)}${isBack ? html`, gone back to ${time(startedAt)}` : nothing}`;
}

const NAMED = 4;

/** The sessions whose rows are seen: of those alone more is read than the list says. */
const seen = new Set();

const rows = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target.dataset.session);
      else seen.delete(target.dataset.session);
    }
    changed();
  },
  { rootMargin: "80px" },
);

const watched = (element) => {
  if (element) rows.observe(element);
};

const more = ({ id, recorded, hasSummary }) =>
  seen.has(id) && (recorded || hasSummary) ? use(`session:${id}`, () => get(path`sessions/${id}`)).data : null;

const row = (session) => {
  const its = more(session);
  return html`<li data-session=${session.id} ${ref(watched)}>
    <div class="row row-parts row-session">
      ${icon("sessions")}
      <a class="row-main row-link" data-row href=${at`sessions/${session.id}`}>
        <span class="row-title"
          ><span class="cut">${text(session.id)}</span>
          ${session.current ? html`<span class="badge badge-live">current</span>` : nothing}
          ${session.hasSummary ? html`<span class="badge status-done">summary</span>` : nothing}</span
        >
        ${its?.opening ? html`<span class="cut row-goal" title="The first message to everyone" dir="auto">${its.opening}</span>` : nothing}
        <span class="quiet row-facts"><span>${begun(session)}</span>${its ? facts(session, its) : nothing}</span>
        ${its?.summary
          ? html`<span class="cut row-summary" dir="auto"><span class="unseen">Summary: </span>${firstLine(its.summary)}</span>`
          : nothing}
      </a>
      ${session.recorded
        ? html`<a
              class="button wide-only"
              href=${`#/compare?${new URLSearchParams({ a: session.id })}`}
              aria-label=${`Compare ${session.id} with another one`}
              >Compare</a
            >
            <a class="button wide-only" href=${at`sessions/${session.id}/board`}>Board</a>
            <a class="button" href=${at`sessions/${session.id}/replay`}>${icon("play")}Replay</a>`
        : nothing}
    </div>
  </li>`;
};

function facts({ id, createdAt, recorded }, { counts, agents, agentCount, lastAt }) {
  if (!recorded) return nothing;
  const tasks = knownBoard(id)?.loaded ? knownBoard(id).counts() : counts.tasks;
  const total = STATUSES.reduce((sum, status) => sum + tasks[status], 0);
  const length = lastAt ? Date.parse(lastAt) - Date.parse(createdAt) : 0;
  const others = agentCount - Math.min(NAMED, agents.length);
  return html`${length > 0 ? html`<span>${inWords(length)} long</span>` : nothing}
    <span>${total ? `${tasks.done} of ${count(total, "task")} done` : "no tasks"}</span>
    ${agentCount
      ? html`<span
          ><span class="unseen">agents </span>${agents.slice(0, NAMED).map((name, i) => html`${i ? ", " : nothing}${text(name)}`)}${others > 0
            ? ` and ${others} more`
            : nothing}</span
        >`
      : nothing}`;
}

/** The first line of a Markdown text that says something, without marks of headings and emphasis. */
export const firstLine = (markdown) =>
  markdown
    .split("\n")
    .map((line) => line.replace(/^[\s#>*+-]+/, "").replace(/[*_`]+/g, "").trim())
    .find(Boolean) ?? "";

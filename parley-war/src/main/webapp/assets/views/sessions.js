import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get } from "../api.js";
import { icon } from "../icons.js";
import { empty, head, shown, text, time } from "../parts.js";
import { use } from "../resources.js";
import { at } from "../router.js";

export const title = () => "Sessions";

const MISSED = { board: "board", graph: "graph", artifacts: "artifacts" };

export function view(route) {
  const sessions = use("sessions", () => get("sessions?limit=200"));
  const missed = MISSED[route.query.for];
  return html`${head("Sessions", { sub: "Each is one run of team work" })}
    ${missed
      ? html`<p class="banner banner-inside" role="status">
          There is no ${missed} to show yet: no session has been started. Choose an earlier one, if there is one below.
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
              ${items.map(row)}
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

const row = (session) => html`<li>
  <div class="row row-parts">
    ${icon("sessions")}
    <a class="row-main row-link" data-row href=${at`sessions/${session.id}`}>
      <span class="row-title"
        ><span class="cut">${text(session.id)}</span>
        ${session.current ? html`<span class="badge badge-live">current</span>` : nothing}
        ${session.hasSummary ? html`<span class="badge status-done">summary</span>` : nothing}</span
      >
      <span class="quiet">${begun(session)}</span>
    </a>
    ${session.recorded
      ? html`<a class="button wide-only" href=${at`sessions/${session.id}/board`}>Board</a>
          <a class="button" href=${at`sessions/${session.id}/replay`}>${icon("play")}Replay</a>`
      : nothing}
  </div>
</li>`;

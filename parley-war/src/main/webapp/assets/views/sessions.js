import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get } from "../api.js";
import { icon } from "../icons.js";
import { empty, head, shown, text, time } from "../parts.js";
import { use } from "../resources.js";
import { at } from "../router.js";

export const title = () => "Sessions";

export function view() {
  const sessions = use("sessions", () => get("sessions?limit=200"));
  return html`${head("Sessions", { sub: "Each is one run of team work" })}
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

const row = (session) => html`<li>
  <div class="row row-parts">
    ${icon("sessions")}
    <a class="row-main row-link" data-row href=${at`sessions/${session.id}`}>
      <span class="row-title"
        ><span class="cut">${text(session.id)}</span>
        ${session.current ? html`<span class="badge badge-live">current</span>` : nothing}
        ${session.hasSummary ? html`<span class="badge status-done">summary</span>` : nothing}</span
      >
      <span class="quiet">${session.startedAt ? html`started ${time(session.startedAt)}` : "never started"}</span>
    </a>
    <a class="button wide-only" href=${at`sessions/${session.id}/board`}>Board</a>
    <a class="button" href=${at`sessions/${session.id}/replay`}>${icon("play")}Replay</a>
  </div>
</li>`;

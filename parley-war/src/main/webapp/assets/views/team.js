import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, path } from "../api.js";
import { avatar, empty, head, sessionLine, shown, text } from "../parts.js";
import { use } from "../resources.js";
import { state } from "../store.js";

export const title = () => "Team";

export function view() {
  const { session } = state;
  const pool = use("personas", () => get("personas"));
  return html`${head("Team", { sub: session ? sessionLine(session) : nothing })}
    <div class="team scroll" tabindex="0" role="region" aria-label="Personas">
      ${session ? teamOf(session) : nothing}
      <section aria-labelledby="pool-title">
        <h2 id="pool-title" class="section-title">Pool <span class="quiet">all personas that may be chosen</span></h2>
        ${shown(pool, "the pool", (found) => personas(found, "There is no pool of personas yet"))}
      </section>
    </div>`;
}

function teamOf(session) {
  const team = use(`team:${session}`, () => get(path`sessions/${session}/team`));
  return html`<section aria-labelledby="team-title">
    <h2 id="team-title" class="section-title">Team <span class="quiet">of this session</span></h2>
    ${shown(team, "the team", (found) => personas(found, "This session has no team of its own"))}
  </section>`;
}

const personas = ({ items, problem }, none) =>
  items.length === 0
    ? html`<div class="panel">${empty(none, problem ?? "The page on team files says how to write one.")}</div>`
    : html`${problem ? html`<p class="banner banner-inside">${problem}</p>` : nothing}
        <ul class="personas" data-rows>
          ${items.map(persona)}
        </ul>`;

function persona(one) {
  const agent = state.agents.get(one.id);
  return html`<li class="persona panel" data-row tabindex="-1">
    <div class="persona-head">
      <span class="agent-mark"
        >${avatar(one.id, one.emoji)}${agent
          ? html`<span class="presence" data-online=${agent.online}></span>`
          : nothing}</span
      >
      <div class="row-main">
        <h3 dir="auto" class="persona-name">${one.name}</h3>
        <p class="quiet cut">
          ${text(one.id)}${one.basePersona ? html`, from ${text(one.basePersona)}` : nothing}${one.language
            ? html`, speaks ${text(one.language)}`
            : nothing}${agent?.online ? html`, online` : nothing}
        </p>
      </div>
    </div>
    ${one.description ? html`<p class="persona-text" dir="auto">${one.description}</p>` : nothing}
    ${one.tags.length || one.tools.length
      ? html`<p class="persona-tags">
          ${one.tags.map((tag) => html`<span class="badge badge-live cut"><bdi>${tag}</bdi></span>`)}
          ${one.tools.map((tool) => html`<span class="badge cut"><bdi>${tool}</bdi></span>`)}
        </p>`
      : nothing}
  </li>`;
}

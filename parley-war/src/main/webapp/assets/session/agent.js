// One agent of a session: its thoughts, what it said and was told, its tasks.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { board } from "../board.js";
import { count } from "../format.js";
import { icon } from "../icons.js";
import { avatar, loading, refused, shown, since, status, text, time, who } from "../parts.js";
import { at } from "../router.js";
import { talkOf } from "../run.js";
import { saidIn } from "../said.js";
import { state } from "../store.js";
import { thoughtsOf } from "../thoughts.js";
import { excerpt, nothingSaid } from "./excerpt.js";
import { closeAside } from "./places.js";

const TASKS = 100;
const ORDER = ["in_progress", "in_review", "todo", "done"];

export function agentPanels(route, session, agent) {
  const known = state.agents.get(agent);
  return html`<section class="panel" aria-labelledby="about-title">
      <div class="panel-head">
        ${avatar(agent, known?.persona?.emoji)}
        <h2 id="about-title">${who(agent)}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label=${`Close the panel about ${agent}`}
          title="Close"
          data-close
          @click=${() => closeAside(route)}
        >
          ${icon("close")}
        </button>
      </div>
      <p class="panel-text">${presence(known)}</p>
    </section>
    ${thoughts(session, agent, known)} ${talk(session, agent)} ${tasks(session, agent)}`;
}

const presence = (known) =>
  known
    ? html`${known.persona ? html`${text(known.persona.name)}, ` : nothing}${known.online
        ? "here now"
        : html`gone${known.lastSeenAt ? html`, last seen ${time(known.lastSeenAt)}` : nothing}`}`
    : html`<span class="quiet">Not among the agents that the server lists now.</span>`;

function thoughts(session, agent, known) {
  const all = thoughtsOf(session, agent, known?.thinking);
  return html`<section class="panel" aria-labelledby="thoughts-title">
    <div class="panel-head"><h2 id="thoughts-title">Thoughts</h2></div>
    ${all.length
      ? html`<ol class="thoughts">
          ${all.map(
            (one) => html`<li>
              <p class="thought-whole" dir="auto">${one.text}</p>
              <p class="quiet thought-age">${since(one.at)}</p>
            </li>`,
          )}
        </ol>`
      : html`<p class="quiet panel-text">None is known. The server has the last thought of each agent in the current session, this page those since it was opened.</p>`}
  </section>`;
}

function talk(session, agent) {
  return html`<section class="panel" aria-labelledby="its-messages-title">
    <div class="panel-head"><h2 id="its-messages-title">Messages</h2></div>
    ${shown(talkOf(session), "the messages", ({ events, cut }) => {
      const all = saidIn(events).filter((message) => message.agent === agent || message.to === agent);
      return all.length
        ? excerpt(`agent:${session}/${agent}`, session, all, { isCut: cut })
        : nothingSaid("No message is from this agent, or to it alone.", cut);
    })}
  </section>`;
}

function tasks(session, agent) {
  const known = board(session);
  return html`<section class="panel" aria-labelledby="its-tasks-title">
    <div class="panel-head"><h2 id="its-tasks-title">Tasks</h2>${known.loaded ? done(known, agent) : nothing}</div>
    ${known.loaded ? list(session, itsTasks(known, agent)) : known.problem ? refused(known.problem) : loading("the tasks")}
  </section>`;
}

const itsTasks = ({ tasks: all }, agent) =>
  [...all.values()]
    .filter(({ assignee }) => assignee === agent)
    .sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));

function done(known, agent) {
  const all = itsTasks(known, agent);
  const isDone = all.filter((task) => task.status === "done").length;
  return all.length ? html`<span class="quiet">${isDone} of ${count(all.length, "task")} done</span>` : nothing;
}

const list = (session, all) =>
  all.length
    ? html`<ul class="links" data-rows>
          ${all.slice(0, TASKS).map(
            (task) => html`<li>
              <a class="link-row" data-row href=${at`sessions/${session}/tasks/${task.id}`}
                ><span class="cut">${text(task.title || "(no title)")}</span>${status(task.status)}</a
              >
            </li>`,
          )}
        </ul>
        ${all.length > TASKS ? html`<p class="quiet panel-text">and ${all.length - TASKS} more</p>` : nothing}`
    : html`<p class="quiet panel-text">No task is assigned to this agent.</p>`;

// The agents as the page Now lists them: what each does, those who are stuck or wait first.

import { path, post } from "./api.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { age, full } from "./format.js";
import { icon } from "./icons.js";
import { isNew, lastActs, noteArrivals, tasksOf } from "./now/team.js";
import { avatar, bar, since, text } from "./parts.js";
import { reachLine, sentence as reachIn, testOf } from "./reach.js";
import { may } from "./rights.js";
import { at } from "./router.js";
import { set, state } from "./store.js";

/** The most cards that are drawn, and the most agents without a filter. */
const CARDS = 200;
const FEW = 20;

/** A lease that ends so soon was not renewed by any call for most of its length. */
const LEASE_ENDS = 120_000;

const GROUPS = ["Stuck or waiting", "Working", "Idle", "Done", "Gone", "Away", "People"];
const ICONS = {
  failed: "block",
  waiting: "clock",
  working: "play",
  idle: "pause",
  done: "check",
  gone: "close",
  away: "clock",
};

let filter = "";

/** The state of an agent; of one that only the stream has named, what its presence says. */
const stateOf = (agent) =>
  agent.state ?? {
    kind: agent.online ? "idle" : "gone",
    since: agent.online ? null : agent.lastSeenAt,
    task: null,
    waitsFor: null,
    reason: null,
    done: 0,
    tasks: 0,
  };

const leaseEnds = ({ kind, task }) =>
  kind === "working" && task?.leaseUntil && Date.parse(task.leaseUntil) - Date.now() < LEASE_ENDS;

function groupOf(agent, its) {
  if (agent.person) return 6;
  switch (its.kind) {
    case "failed":
    case "waiting":
      return 0;
    case "working":
      return leaseEnds(its) ? 0 : 1;
    case "idle":
      return 2;
    case "done":
      return 3;
    case "away":
      return 5;
    default:
      return 4;
  }
}

/** Within a group: failures first, then who is in its state longest; of those gone, who left last. */
function before(a, b) {
  const failed = Number(b.its.kind === "failed") - Number(a.its.kind === "failed");
  const longest = a.since - b.since || 0;
  return (
    failed ||
    Number(b.agent.online) - Number(a.agent.online) ||
    (a.its.kind === "gone" ? -longest : longest) ||
    a.agent.id.localeCompare(b.agent.id)
  );
}

function grouped(agents) {
  const groups = GROUPS.map((name) => ({ name, cards: [] }));
  for (const agent of agents) {
    const its = stateOf(agent);
    groups[groupOf(agent, its)].cards.push({ agent, its, since: Date.parse(its.since) || Infinity });
  }
  for (const { cards } of groups) cards.sort(before);
  return groups;
}

/** How many agents are here, in words for the head of a panel. */
export function agentsLine(agents) {
  const programs = agents.filter((agent) => !agent.person);
  return `${programs.filter((agent) => agent.online).length} of ${programs.length} here`;
}

/** The field that narrows the list, once there are many. */
export const filterField = (count) =>
  count <= FEW && !filter
    ? nothing
    : html`<div class="agents-filter">
        <input
          type="search"
          aria-label="Filter agents by name"
          placeholder="Filter by name"
          autocomplete="off"
          .value=${filter}
          @input=${(event) => {
            filter = event.target.value;
            set({});
          }}
        />
      </div>`;

/** All agents and people as cards, in groups. */
export function agentGroups(agents) {
  noteArrivals();
  const acts = lastActs();
  const wanted = filter.trim().toLowerCase();
  const named = wanted
    ? agents.filter(
        ({ id, persona }) =>
          id.toLowerCase().includes(wanted) || persona?.name.toLowerCase().includes(wanted),
      )
    : agents;
  let room = CARDS;
  const groups = grouped(named)
    .filter(({ cards }) => cards.length)
    .map((group) => {
      const drawn = group.cards.slice(0, room);
      room -= drawn.length;
      return { ...group, drawn };
    });
  return html`<div class="agents scroll" data-rows tabindex="0" role="group" aria-label="Agents by state">
    ${groups
      .filter(({ drawn }) => drawn.length)
      .map(
        ({ name, cards, drawn }) => html`<section class="agents-group" aria-label=${name}>
          <h3>${name} <span class="quiet">${cards.length}</span></h3>
          <ul>
            ${repeat(drawn, ({ agent }) => agent.id, (one) => cardOf(one, acts.get(one.agent.id)))}
          </ul>
        </section>`,
      )}
    ${named.length > CARDS ? html`<p class="quiet panel-text">and ${named.length - CARDS} more</p>` : nothing}
    ${named.length === 0 ? html`<p class="quiet panel-text">Nobody has such a name.</p>` : nothing}
  </div>`;
}

/** A last thought may come so long after the sign of life it came with. */
const GOING = 5000;
const OVER = ["done", "failed"];

/** Nobody thinks after it has gone, or once its work is over. */
const isFresh = ({ thinking, online, lastSeenAt }, its) =>
  thinking &&
  (online || !lastSeenAt || Date.parse(thinking.at) > Date.parse(lastSeenAt) + GOING) &&
  !(OVER.includes(its.kind) && its.since && Date.parse(thinking.at) <= Date.parse(its.since));

/** The times on a card in words, and the last act to ten seconds: what is the same in words is drawn once. */
const times = ({ reach, stopped, thinking }, its, actedAt) => [
  actedAt && age(actedAt),
  actedAt?.slice(0, -6),
  its.since && age(its.since),
  leaseEnds(its) && until(its.task.leaseUntil),
  thinking && age(thinking.at),
  stopped && age(stopped.since),
  reach && reachIn(reach),
];

/** The card of an agent, drawn again where a fact on it changed. */
function cardOf({ agent, its }, actedAt) {
  const { id } = agent;
  const tasks = tasksOf(id, its);
  const test = testOf(id);
  const facts = [
    agent, its, tasks, isNew(id), state.focus === id, state.current, state.me, test?.running, test?.text,
    unlifted.get(id), ...times(agent, its, actedAt),
  ];
  return guard(facts, () => card(agent, its, tasks, actedAt));
}

function card(agent, its, tasks, actedAt) {
  const focused = state.focus === agent.id;
  const focus = () => set({ focus: focused ? null : agent.id });
  return html`<li class="agent-card" data-focused=${focused} data-state=${its.kind} data-new=${isNew(agent.id)}>
    <button
      type="button"
      class="agent"
      data-row
      data-online=${agent.online}
      aria-pressed=${focused}
      title=${focused ? "Show everything again" : `Show only ${agent.id}`}
      @click=${focus}
    >
      <span class="agent-mark">
        ${avatar(agent.id, agent.persona?.emoji)}<span class="presence" data-online=${agent.online}></span>
      </span>
      <span class="agent-text">
        <span class="agent-name">
          <bdi class="cut">${agent.id}</bdi>
          ${agent.online && actedAt ? html`<span class="quiet agent-acted">active ${ago(actedAt)}</span>` : nothing}
        </span>
        ${agent.persona ? html`<span class="quiet cut">${text(agent.persona.name)}</span>` : nothing}
        ${taskLine(tasks)}
      </span>
    </button>
    <div class="agent-more">
      <p class="agent-state">${icon(agent.person && its.kind === "idle" ? "person" : ICONS[its.kind])}<span>${sentence(agent, its)}</span></p>
      ${its.reason ? html`<p class="agent-reason" dir="auto">${its.reason}</p>` : nothing}
      ${isFresh(agent, its)
        ? html`<p class="thought" dir="auto" title=${agent.thinking.text}>${agent.thinking.text}</p>
            <p class="quiet thought-age">${since(agent.thinking.at)}</p>`
        : agent.rooms.length
          ? html`<p class="quiet cut agent-rooms">in ${agent.rooms.slice(0, 4).join(", ")}</p>`
          : nothing}
    </div>
    ${agent.stopped ? stop(agent) : nothing}
    ${reachLine(agent)}
  </li>`;
}

/** `now`, or `4 min ago`. */
const ago = (moment) => html`${since(moment)}${age(moment) === "now" ? nothing : " ago"}`;

/** Its tasks: those done, in numbers and drawn, and those it has in hand. */
function taskLine(counts) {
  if (!counts) return nothing;
  const inHand = counts.in_progress + counts.in_review;
  return html`<span class="agent-tasks">
    ${bar(counts)}<span class="quiet" title="Its tasks"
      >${counts.done} of ${counts.all} done${inHand ? `, ${inHand} in progress` : nothing}</span
    >
  </span>`;
}

const taskLink = ({ id, title }) =>
  state.current
    ? html`<a href=${at`sessions/${state.current}/tasks/${id}`} dir="auto">${title}</a>`
    : text(title);

const artifactLink = (id, words) =>
  id && state.current ? html`<a href=${at`sessions/${state.current}/artifacts/${id}`}>${words}</a>` : words;

/** `, 4 min`, or nothing where it is not known since when. */
const forSpan = (moment) => {
  if (!moment) return nothing;
  const span = age(moment);
  return html`, <time datetime=${moment} title=${full(moment)}>${span === "now" ? "just now" : span}</time>`;
};

/** The state in words, for example "works on Wire the parser, 4 min". */
function sentence(agent, its) {
  switch (its.kind) {
    case "working":
      return html`${its.task ? html`works on ${taskLink(its.task)}` : "works"}${using(agent)}${forSpan(its.since)}${leaseEnds(
        its,
      )
        ? html`<strong class="agent-silent">; makes no call, its claim ends ${until(its.task.leaseUntil)}</strong>`
        : nothing}`;
    case "waiting":
      return html`${waits(its)}${forSpan(its.since)}`;
    case "gone":
      return html`gone${forSpan(its.since)}${its.task ? html`, still has ${taskLink(its.task)}` : nothing}`;
    case "away":
      return "away";
    case "idle":
      return html`${agent.person ? "here" : "idle"}${agent.person ? nothing : forSpan(its.since)}`;
    default:
      return html`${its.kind}${forSpan(its.since)}`;
  }
}

/** The tool that its hooks report. */
const using = ({ activity }) =>
  activity?.state === "working" && activity.tool
    ? html` (${text([activity.tool, activity.file].filter(Boolean).join(" "))})`
    : nothing;

function until(moment) {
  const left = Math.ceil((Date.parse(moment) - Date.now()) / 60_000);
  return left < 1 ? "now" : `in ${left} min`;
}

function waits({ waitsFor, task }) {
  const of = waitsFor?.agent ? html` of ${text(waitsFor.agent)}` : nothing;
  switch (waitsFor?.kind) {
    case "review":
      return html`waits for ${artifactLink(waitsFor.artifact, "a verdict")}${of}${task
        ? html` on ${taskLink(task)}`
        : nothing}`;
    case "dependency":
      return html`waits for ${taskLink(waitsFor.task)} (${waitsFor.agent ? text(waitsFor.agent) : "nobody has it"})`;
    default:
      return html`waits for an answer${of}${task ? html` on ${taskLink(task)}` : nothing}`;
  }
}

/** Why a lift was refused, by agent. */
const unlifted = new Map();

function stop({ id, stopped }) {
  const resume = async () => {
    try {
      await post(path`agents/${id}/resume`);
      unlifted.delete(id);
    } catch (refusal) {
      unlifted.set(id, refusal);
    }
    set({});
  };
  return html`<div class="agent-stop">
    <span>Stopped ${since(stopped.since)}: it and ${text(stopped.with.join(", "))} answered each other without end.</span>
    ${may("work")
      ? html`<button type="button" class="button" aria-label=${`Let ${id} send again`} @click=${resume}>Resume</button>`
      : nothing}
    ${unlifted.has(id) ? html`<p class="write-problem" role="alert">${unlifted.get(id).message}</p>` : nothing}
  </div>`;
}

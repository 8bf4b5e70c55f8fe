// What outlives sessions: the project's memory and each agent's, read and changed by section.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, path, put, query } from "../api.js";
import { avatar, document, empty, head, iconButton, shown, text, time, who } from "../parts.js";
import { icon } from "../icons.js";
import { refresh, touch, use } from "../resources.js";
import { may } from "../rights.js";
import { changed, set, state } from "../store.js";

export const title = ({ query: { of } }) => (of === undefined ? "Memory" : `Memory of ${of || "the project"}`);

/** The section that is being written, with the version its words were read at. */
let editing = null;

export function view(route) {
  const of = route.query.of ?? null;
  const all = use("memory", () => get("memory"));
  return html`${head("Memory", { sub: "What outlives sessions" })}
    ${shown(all, "the memory", (data) => html`<div class="shelf memory" data-chosen=${route.query.of !== undefined}>
      <div class="shelf-list memory-side">
        <section class="panel" aria-label="Whose memory">
          <ul class="rows" data-rows>
            ${place("#/memory?of=", "The project", null, !of)}
            ${data.agents.map((id) => place(`#/memory?${new URLSearchParams({ of: id })}`, id, id, of === id))}
          </ul>
        </section>
        <section class="panel" aria-labelledby="changes-title">${changes()}</section>
      </div>
      ${of ? ofAgent(of) : memory(null, data.project.blocks)}
    </div>`)}`;
}

const place = (address, name, agent, isHere) => html`<li>
  <a class="row row-low" data-row href=${address} aria-current=${isHere ? "true" : "false"}>
    ${agent ? avatar(agent) : icon("memory")}<span class="cut row-main">${text(name)}</span>
  </a>
</li>`;

const ofKey = (agent) => `memory/${agent}`;

function ofAgent(agent) {
  const one = use(ofKey(agent), () => get(path`memory/${agent}`));
  return shown(one, "the memory", ({ blocks }) => memory(agent, blocks));
}

const isEditing = (of, block) =>
  editing && editing.of === of && !editing.isNew && block.version && block.title === editing.key;

function memory(of, blocks) {
  const start = (key, version, written, isNew) => {
    editing = { of, key, version, text: written, typed: written, isNew, problem: null, conflict: null, busy: false };
    changed();
  };
  const isElsewhere = editing && editing.of === of && !blocks.some((block) => isEditing(of, block));
  return html`<section class="panel shelf-one" aria-label=${of ?? "The project"}>
    <div class="panel-head">
      <a class="icon-button narrow-only" href="#/memory" aria-label="All memories">${icon("back")}</a>
      <h2>${of ? text(of) : "The project"}</h2>
      ${may("work")
        ? html`<button type="button" class="button" @click=${() => start("", null, "", true)}>
            ${icon("plus")}Section
          </button>`
        : nothing}
    </div>
    <div class="scroll shelf-content" tabindex="0" role="region" aria-label="Sections">
      ${isElsewhere ? editor() : nothing}
      ${blocks.length === 0 && !editing
        ? empty(
            "Nothing is remembered yet",
            html`Agents write here with <code>write_memory</code>; you can begin a section yourself.`,
          )
        : nothing}
      ${blocks.map((block) => (isEditing(of, block) ? editor() : DRAWN[block.kind](block, start)))}
    </div>
  </section>`;
}

/** The blocks of a document, as the server divides it. */
const DRAWN = {
  text: ({ content }) => document(content),
  section: ({ title: key, content, version }, start) => html`<section class="memory-section" aria-label=${key}>
    <div class="memory-head">
      <h3 dir="auto">${key}</h3>
      ${version && may("work") ? iconButton("edit", `Change ${key}`, () => start(key, version, content, false)) : nothing}
    </div>
    ${content ? document(content) : html`<p class="quiet">Empty.</p>`}
  </section>`,
  entry: ({ title: day, content }) => html`<section class="memory-section" aria-label=${`Entry of ${day}`}>
    <p class="quiet memory-day">${day}</p>
    ${document(content)}
  </section>`,
};

const stop = () => {
  editing = null;
  set({});
};

async function save(event) {
  event.preventDefault();
  const mine = editing;
  if (mine.busy) return;
  const { key, content } = event.target.elements;
  mine.busy = true;
  changed();
  const name = mine.isNew ? key.value.trim() : mine.key;
  const address = mine.of ? path`memory/agents/${mine.of}/sections` : "memory/project/sections";
  try {
    await put(
      address + query({ key: name }),
      { content: content.value },
      mine.version ? { "If-Match": `"${mine.version}"` } : { "If-None-Match": "*" },
    );
    // Until the new words are here, the section would be offered for change as it was before.
    await refresh(mine.of ? ofKey(mine.of) : "memory");
    if (editing === mine) editing = null;
  } catch (refusal) {
    if (refusal.code === "section_changed") {
      const { current, version } = refusal.facts;
      mine.conflict = { name, current: current ?? null };
      mine.version = version ?? null;
      mine.problem = null;
    } else {
      mine.problem = refusal;
    }
  }
  mine.busy = false;
  touch("memory", 0);
  changed();
}

function typed(event) {
  const wasChanged = editing.typed !== editing.text;
  editing.typed = event.target.value;
  if (wasChanged !== (editing.typed !== editing.text)) changed();
}

/** The words that are there, beside one's own: nothing is written until the person has chosen. */
const conflict = ({ name, current }) => html`<div class="memory-conflict" role="alert">
  <p class="write-problem">
    ${current === null
      ? html`The section ${text(name)} was taken away meanwhile.`
      : html`The section ${text(name)} was written by somebody else meanwhile. Nothing of it is lost yet.`}
    Below are your own words. Saving puts them in its place.
  </p>
  ${current === null
    ? nothing
    : html`<p class="memory-which">In the memory now</p>
        <pre class="text-plain memory-current" tabindex="0" role="region" aria-label="In the memory now" dir="auto">${current}</pre>`}
</div>`;

const editor = () => html`<form class="form memory-editor" @submit=${save}>
  ${editing.isNew
    ? html`<label for="memory-key">Section</label>
        <input id="memory-key" name="key" class="input" required maxlength="256" autocomplete="off" />`
    : html`<h3 dir="auto">${editing.key}</h3>`}
  ${editing.conflict ? conflict(editing.conflict) : nothing}
  <label for="memory-content">${editing.conflict ? "Your words, as Markdown" : "Content, as Markdown"}</label>
  <textarea
    id="memory-content"
    name="content"
    class="input text-input"
    rows="10"
    maxlength="131072"
    .defaultValue=${editing.typed}
    @input=${typed}
  ></textarea>
  ${editing.problem ? html`<p class="write-problem" role="alert">${editing.problem.message}</p>` : nothing}
  <p class="form-foot">
    <button type="button" class="button" ?data-close=${editing.typed === editing.text} @click=${stop}>
      ${editing.conflict ? "Keep what is there" : "Cancel"}
    </button>
    <button class="button button-main" ?disabled=${editing.busy}>
      ${editing.conflict?.current ? "Save mine over it" : "Save"}
    </button>
  </p>
</form>`;

function changes() {
  const { session } = state;
  const heading = html`<div class="panel-head"><h2 id="changes-title">Changes</h2></div>`;
  if (!session) return html`${heading}<p class="quiet panel-text">No session has been started yet.</p>`;
  const events = use(`memory-changes:${session}`, () =>
    get(path`sessions/${session}/events` + "?kind=memory_changed&limit=50"),
  );
  return html`${heading}
  ${shown(events, "the changes", ({ items }) =>
    items.length === 0
      ? html`<p class="quiet panel-text">None in this session.</p>`
      : html`<ol class="history">
          ${[...items].reverse().map(
            (event) => html`<li class="history-step">
              <span class="history-what"
                >${event.agent ? html`${who(event.agent)} <span class="quiet">wrote</span>` : nothing}
                <a href=${`#/memory?${new URLSearchParams({ of: event.owner ?? "" })}`}
                  >${event.owner ? text(event.owner) : "the project"}</a
                ></span
              >
              <span class="entry-time">${time(event.at)}</span>
            </li>`,
          )}
        </ol>`,
  )}`;
}

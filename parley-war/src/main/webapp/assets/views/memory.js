// What outlives sessions: the project's memory and each agent's, read and changed by section.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, path, put } from "../api.js";
import { avatar, document, empty, head, iconButton, shown, text, time, who } from "../parts.js";
import { icon } from "../icons.js";
import { touch, use } from "../resources.js";
import { changed, set, state } from "../store.js";

export const title = () => "Memory";

/** The section that is being written: `{of, key, text, isNew, problem, busy}`. */
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
      ${of ? ofAgent(of) : memory(null, data.project.content)}
    </div>`)}`;
}

const place = (address, name, agent, isHere) => html`<li>
  <a class="row row-low" data-row href=${address} aria-current=${isHere ? "true" : "false"}>
    ${agent ? avatar(agent) : icon("memory")}<span class="cut row-main">${text(name)}</span>
  </a>
</li>`;

function ofAgent(agent) {
  const one = use(`memory/${agent}`, () => get(path`memory/${agent}`));
  return shown(one, "the memory", ({ content }) => memory(agent, content));
}

/** Everything before the first heading belongs to no section and is only shown. */
export function sections(content) {
  const parts = (content ?? "").split(/^## +(.*)$/m);
  const found = [];
  for (let i = 1; i < parts.length; i += 2) found.push({ key: parts[i].trim(), text: parts[i + 1].trim() });
  return { before: parts[0].trim(), found };
}

function memory(of, content) {
  const { before, found } = sections(content);
  const start = (key, written, isNew) => {
    editing = { of, key, text: written, isNew, problem: null, busy: false };
    changed();
  };
  const isEditing = (key) => editing && editing.of === of && !editing.isNew && editing.key === key;
  return html`<section class="panel shelf-one" aria-label=${of ?? "The project"}>
    <div class="panel-head">
      <a class="icon-button narrow-only" href="#/memory" aria-label="All memories">${icon("back")}</a>
      <h2>${of ? text(of) : "The project"}</h2>
      <button type="button" class="button" @click=${() => start("", "", true)}>${icon("plus")}Section</button>
    </div>
    <div class="scroll shelf-content" tabindex="0" role="region" aria-label="Sections">
      ${editing && editing.of === of && editing.isNew ? editor() : nothing}
      ${before ? document(before) : nothing}
      ${found.length === 0 && !before && !editing
        ? empty(
            "Nothing is remembered yet",
            html`Agents write here with <code>write_memory</code>; you can begin a section yourself.`,
          )
        : nothing}
      ${found.map((section) =>
        isEditing(section.key)
          ? editor()
          : html`<section class="memory-section" aria-label=${section.key}>
              <div class="memory-head">
                <h3 dir="auto">${section.key}</h3>
                ${iconButton("edit", `Change ${section.key}`, () => start(section.key, section.text, false))}
              </div>
              ${section.text ? document(section.text) : html`<p class="quiet">Empty.</p>`}
            </section>`,
      )}
    </div>
  </section>`;
}

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
  try {
    const body = { content: content.value };
    if (mine.of) await put(path`memory/agents/${mine.of}/sections/${name}`, body);
    else await put(path`memory/project/sections/${name}`, body);
    editing = null;
  } catch (refusal) {
    mine.problem = refusal;
  }
  mine.busy = false;
  touch("memory", 0);
  changed();
}

const editor = () => html`<form class="form memory-editor" @submit=${save}>
  ${editing.isNew
    ? html`<label for="memory-key">Section</label>
        <input id="memory-key" name="key" class="input" required maxlength="256" autocomplete="off" />`
    : html`<h3 dir="auto">${editing.key}</h3>`}
  <label for="memory-content">Content, as Markdown</label>
  <textarea
    id="memory-content"
    name="content"
    class="input text-input"
    rows="10"
    maxlength="131072"
    .defaultValue=${editing.text}
  ></textarea>
  ${editing.problem ? html`<p class="write-problem" role="alert">${editing.problem.message}</p>` : nothing}
  <p class="form-foot">
    <button type="button" class="button" data-close @click=${stop}>Cancel</button>
    <button class="button button-main" ?disabled=${editing.busy}>Save</button>
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

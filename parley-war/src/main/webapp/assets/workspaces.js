// The workspaces this person may see, and the way from one to another. A page shows one workspace for
// as long as it is loaded: another one is another load, so nothing of the one before is left.

import { announce } from "./announce.js";
import { getAll, put, worksIn } from "./api.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { live } from "./lib/lit-html/directives/live.js";
import { iconButton } from "./parts.js";
import { may } from "./rights.js";
import { changed, set, state } from "./store.js";

const USUAL = "default";
const EVERY = 60_000;

/** Two loads of a page that follows another are at least this far apart. */
const BETWEEN_LOADS = 5000;

let problem = null;
let busy = false;
let timer = 0;

/** Reads them now, and again every minute for those who may see one that begins meanwhile. */
export async function readWorkspaces() {
  clearTimeout(timer);
  timer = setTimeout(() => state.me && may("administer") && !document.hidden && readWorkspaces(), EVERY);
  try {
    const items = await getAll("workspaces");
    set({ workspaces: items.map(({ name }) => name) });
  } catch {
    // What was read before stays; the next stream that begins reads it again.
  }
}

/** The person is in a workspace: from here on what is asked for is meant for it. */
export function arrivedIn({ workspace }) {
  worksIn(workspace, follow);
  problem = null;
  readWorkspaces().then(greet);
}

export function leftAll() {
  worksIn(null, () => {});
  clearTimeout(timer);
  set({ workspaces: [] });
}

/** Says after the load where the page is now; the person who chose goes on at the choice. */
function greet() {
  const { went = null } = history.state ?? {};
  if (!went || !state.me) return;
  history.replaceState({ ...history.state, went: null }, "");
  announce(
    went === "chosen"
      ? `Workspace ${state.me.workspace}`
      : `Another page of yours went to the workspace ${state.me.workspace}, and this one followed`,
  );
  if (went === "chosen") {
    requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector(".side [data-workspace]")?.focus()));
  } else {
    set({ followedTo: state.me.workspace });
  }
}

/** The place in another workspace that is like this one: a room or a session of here is not there. */
function placeElsewhere({ view, params, path, query }) {
  if (params.room) return "#/rooms";
  if (params.session) return "#/sessions";
  const asks = ["search", "audit"].includes(view) && Object.keys(query).length > 0;
  return asks ? `${path}?${new URLSearchParams(query)}` : path;
}

function load(went) {
  history.replaceState({ went, loadedAt: Date.now() }, "", placeElsewhere(state.route));
  location.reload();
}

/** Another page of this login went elsewhere: this one shows what is no longer asked for. */
export function follow() {
  if (busy || Date.now() - (history.state?.loadedAt ?? 0) < BETWEEN_LOADS) return;
  load("followed");
}

async function enter(workspace) {
  busy = true;
  problem = null;
  changed();
  try {
    await put("login/workspace", { workspace });
    load("chosen");
  } catch (refusal) {
    busy = false;
    problem = refusal;
    changed();
  }
}

/** The choice, where there is one. It may stand in several places at once. */
export function workspaceChoice() {
  const { me, workspaces } = state;
  if (workspaces.length < 2) return nothing;
  return html`<div class="workspace">
    <label
      >Workspace
      <select
        class="input"
        data-workspace
        ?disabled=${busy}
        .value=${live(me.workspace)}
        @change=${(event) => enter(event.target.value)}
      >
        ${workspaces.map((name) => html`<option value=${name} ?selected=${name === me.workspace}>${name}</option>`)}
      </select></label
    >
    ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
  </div>`;
}

/** Stands in titles, where it is not the usual one. */
export const workspaceInTitle = () => (state.me.workspace === USUAL ? "" : `${state.me.workspace} · `);

/** Says that this page followed another one, until it is put away. */
export function followed() {
  const { followedTo } = state;
  if (!followedTo) return nothing;
  return html`<p class="banner banner-news" role="status">
    <span>Another page of yours went to the workspace <strong>${followedTo}</strong>, and this one followed.</span>
    ${iconButton("close", "Put this away", () => set({ followedTo: null }))}
  </p>`;
}

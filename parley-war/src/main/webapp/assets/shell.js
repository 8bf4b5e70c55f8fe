// The frame around every view: menu, search, state of the connection, dialogs.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { keyed } from "./lib/lit-html/directives/keyed.js";
import { live } from "./lib/lit-html/directives/live.js";
import { knownBoard } from "./board.js";
import { dialogs } from "./dialogs.js";
import { icon } from "./icons.js";
import { placeAddress } from "./keys.js";
import { goToCurrent } from "./live.js";
import { avatar, iconButton, text } from "./parts.js";
import { at, go } from "./router.js";
import { set, state } from "./store.js";
import { retryNow } from "./stream.js";
import { inRooms, totals, unread } from "./unread.js";
import { openWaiting, waiting, waitingCount } from "./waiting.js";
import { viewOf } from "./views.js";
import { followed, workspaceChoice, workspaceInTitle } from "./workspaces.js";
import * as login from "./views/login.js";

const MENU = [
  ["now", "Now", "n"],
  ["rooms", "Rooms", "r"],
  ["board", "Board", "b"],
  ["artifacts", "Artifacts", "a"],
  ["sessions", "Sessions", "s"],
  ["team", "Team", "t"],
  ["memory", "Memory", "m"],
  ["access", "Access", "p"],
  ["audit", "Audit", "u", "admin"],
  ["health", "Health", "h"],
];
const TABS = ["now", "rooms", "board", "sessions"];
const PARTS = ["board", "graph", "timeline", "charts", "artifacts", "replay"];
const PART_OF = {
  room: "rooms",
  graph: "board",
  task: "board",
  session: "sessions",
  timeline: "sessions",
  charts: "sessions",
  replay: "sessions",
  compare: "sessions",
};

/** The views this person may see. */
const menu = () => MENU.filter(([, , , role]) => !role || role === state.me.role);

const shown = () => viewOf(state.route.view);

export function titleOf() {
  if (!state.me) return "Parley";
  const count = waitingCount() || totals().count;
  return `${count ? `(${count}) ` : ""}${shown().title(state.route)} · ${workspaceInTitle()}Parley`;
}

export function page() {
  if (state.login) return html`${login.view()} ${state.dialog?.outlivesLogin ? state.dialog() : nothing}`;
  if (!state.me) return opening();
  const { route } = state;
  return html`
    <a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <aside class="side">
      <a class="brand" href="#/now"><img src="favicon.svg" alt="" width="24" height="24" />Parley</a>
      <nav class="menu" aria-label="Views">${menu().map(menuItem)}</nav>
      ${roomMenu()}
      <div class="side-foot">${workspaceChoice()} ${account()}</div>
    </aside>
    <div class="column">
      <header class="top">
        <a class="brand brand-small" href="#/now" aria-label="Parley, now">
          <img src="favicon.svg" alt="" width="24" height="24" />
        </a>
        ${searchBox()} ${connection()} ${waitingButton()}
        ${iconButton("help", "Keys and help", () => set({ dialog: "help" }), "wide-only")}
      </header>
      ${banner()} ${followed()} ${newer()}
      <main id="main" class="main view-${route.view}" tabindex="-1">
        ${keyed(route.path, shown().view(route))}
      </main>
    </div>
    <nav class="tabbar" aria-label="Views, short">
      ${TABS.map((view) => tabItem(MENU.find(([v]) => v === view)))}
      <button type="button" class="tabbar-item" @click=${() => set({ dialog: "menu" })}>
        ${icon("more")}<span>More</span>
      </button>
    </nav>
    ${dialogs(menu())}
  `;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

const opening = () => html`<p class="first">
  ${state.connection.phase === "waiting"
    ? "The server does not answer. The page tries again every two seconds."
    : "Parley is opening …"}
</p>`;

const isHere = (view) => (PART_OF[state.route.view] ?? state.route.view) === view;

const capped = (count) => (count > 99 ? "99+" : count);

const badge = (view) => {
  if (view !== "rooms") return nothing;
  const { count, mentions } = inRooms();
  if (!count) return nothing;
  return html`<span class="count ${mentions ? "count-me" : ""}" title="unread">${capped(count)}</span>`;
};

/** The counts of agents at work and of open tasks, for a narrow screen that shows neither. */
function tabBadge(view) {
  const [count, what] = TAB_COUNTS[view]?.() ?? [0];
  if (!count) return badge(view);
  return html`<span class="count" title=${what}>${capped(count)}<span class="unseen"> ${what}</span></span>`;
}

const TAB_COUNTS = {
  now: () => [[...state.agents.values()].filter((agent) => agent.state?.kind === "working").length, "at work"],
  board: () => {
    const { todo, in_progress, in_review } = knownBoard(state.session)?.counts() ?? {};
    return [todo + in_progress + in_review, "open"];
  },
};

const menuItem = ([view, name]) => html`<a
  class="menu-item"
  href=${placeAddress(view)}
  aria-current=${isHere(view) ? "page" : "false"}
  >${icon(view)}<span>${name}</span>${badge(view)}</a
>`;

const tabItem = ([view, name]) => html`<a
  class="tabbar-item"
  href=${placeAddress(view)}
  aria-current=${isHere(view) ? "page" : "false"}
  >${icon(view)}<span>${name}</span>${tabBadge(view)}</a
>`;

function roomMenu() {
  const all = state.rooms ?? [];
  if (all.length === 0) return nothing;
  const joined = all.filter(({ nickname }) => nickname);
  const listed = [...joined, ...all.filter(({ nickname }) => !nickname)].slice(0, 12);
  return html`<nav class="menu menu-rooms" aria-label="Rooms">
    <p class="menu-title">Rooms</p>
    ${listed.map(({ name }) => {
      const here = state.route.view === "room" && state.route.params.room === name;
      const news = unread.get(name);
      return html`<a
        class="menu-item menu-room ${news ? "menu-news" : ""}"
        href=${at`rooms/${name}`}
        aria-current=${here ? "page" : "false"}
        >${icon("hash")}<span class="cut">${text(name)}</span>${news
          ? html`<span class="count ${news.mentions ? "count-me" : ""}">${news.count > 99 ? "99+" : news.count}</span>`
          : nothing}</a
      >`;
    })}
  </nav>`;
}

const account = () => html`<button type="button" class="account" @click=${() => set({ dialog: "account" })}>
  ${avatar(state.me.name)}
  <span class="account-text">
    <span class="cut">${text(state.me.name)}</span>
    <span class="quiet cut">${text(state.me.workspace)}</span>
  </span>
</button>`;

const searchBox = () => html`<form
  class="search"
  role="search"
  @submit=${(event) => {
    event.preventDefault();
    const q = event.currentTarget.elements.q.value.trim();
    if (q) go(`#/search?${new URLSearchParams({ q })}`);
  }}
>
  ${icon("search")}
  <input
    id="search"
    name="q"
    type="search"
    placeholder="Search what was said"
    aria-label="Search what was said"
    autocomplete="off"
    .value=${live(searched())}
    @input=${(event) => {
      typed = event.target.value;
    }}
  />
  <kbd class="wide-only" aria-hidden="true">/</kbd>
</form>`;

function waitingButton() {
  const count = waitingCount();
  return html`<button
    type="button"
    class="button waiting-button"
    aria-label=${`Waiting for you: ${count}`}
    @click=${openWaiting}
  >
    ${icon("inbox")}<span class="wide-only">Waiting for you</span>${count
      ? html`<span class="count count-me">${count > 99 || waiting.more ? "99+" : count}</span>`
      : nothing}
  </button>`;
}

let typed = "";
let searchedFor = "";

/** What stands in the search box: what is typed, until a search is opened. */
function searched() {
  const q = state.route.view === "search" ? (state.route.query.q ?? "") : "";
  if (q !== searchedFor) {
    searchedFor = q;
    typed = q;
  }
  return typed;
}

function connection() {
  const { phase, retryAt } = state.connection;
  const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
  const said = {
    connecting: "connecting",
    live: "live",
    paused: "paused",
    waiting: seconds ? `reconnecting in ${seconds} s` : "reconnecting",
    offline: "offline",
  }[phase];
  return html`<div class="connection connection-${phase}" data-phase=${phase}>
    <span class="dot" aria-hidden="true"></span><span class="connection-text">${said}</span>
    ${phase === "waiting" || phase === "offline"
      ? html`<button type="button" class="link" @click=${retryNow}>retry now</button>`
      : nothing}
  </div>`;
}

/** Somebody began another session; whoever reads this one is not taken away from it. */
function newer() {
  const { session, current, passed } = state;
  if (!session || !current || session === current || passed === current) return nothing;
  return html`<p class="banner banner-news" role="status">
    <span>A newer session was started: <strong>${text(current)}</strong></span>
    <button type="button" class="button" @click=${showCurrent}>Show it</button>
    ${iconButton("close", "Stay here", () => set({ passed: current }))}
  </p>`;
}

/** Views of one session are left for the same of the other. */
function showCurrent() {
  const { view, params } = state.route;
  goToCurrent();
  if (params.session) go(at`sessions/${state.session}` + (PARTS.includes(view) ? `/${view}` : ""));
}

/** Said in full once it lasts; what is shown below stays readable meanwhile. */
function banner() {
  const { phase, attempt } = state.connection;
  if (attempt < 2 || phase === "live") return nothing;
  return html`<p class="banner" role="status">
    ${phase === "offline"
      ? "This computer is offline. What you see is as of then; it goes on by itself once there is a network."
      : "The server does not answer. What you see is as of then; the page goes on by itself, and shows what was missed."}
  </p>`;
}

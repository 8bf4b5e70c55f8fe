// Who did what, with which credential, from where: the audit, for those who administer.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { address, get, query } from "../api.js";
import { icon } from "../icons.js";
import { empty, head, loading, refused, text, time } from "../parts.js";
import { go } from "../router.js";
import { changed, state } from "../store.js";

export const title = () => "Audit";

const PAGE = 100;

const ACTIONS = [
  ["access.refused", "Access refused"],
  ["login.begin", "Logged in"],
  ["login.end", "Logged out"],
  ["login.workspace", "Went to another workspace, or came"],
  ["credential.create", "Credential created"],
  ["credential.scopes", "Credential got other scopes"],
  ["credential.rotate", "Credential got a new secret"],
  ["credential.revoke", "Credential revoked"],
  ["task.claim", "Task claimed"],
  ["task.change", "Task of others changed"],
  ["review.verdict", "Verdict given"],
  ["hook.run", "Hook ran"],
  ["consent.allow", "Client allowed to act"],
  ["consent.refuse", "Client refused"],
  ["permission.ask", "Permission asked for"],
  ["permission.answer", "Permission allowed or denied"],
  ["permission.end", "Permission request ended without an answer"],
  ["agent.resume", "Stop of an agent lifted"],
  ["audit.export", "Audit exported"],
  ["backup.create", "Backup made"],
  ["audit.dropped", "Entries missing"],
];
const NAMES = new Map(ACTIONS);

/** @type {{key: string, items: ?object[], next: ?string, problem: ?Error, loading: boolean}} */
let found = { key: "", items: null };

export function view(route) {
  if (state.me.role !== "admin") {
    return html`${head("Audit")}<section class="panel panel-fill">
        ${empty("Only administrators see this", "Ask one of them for another role.")}
      </section>`;
  }
  const filter = asked(route.query);
  const key = JSON.stringify(filter);
  if (found.key !== key) begin(key, filter);
  return html`${head("Audit", { sub: "Who did what, from where, with what result", actions: actions(key, filter) })}
    ${form(route.query)}
    <section class="panel panel-fill" aria-label="Entries">${results(filter)}</section>`;
}

/** What the server is asked for: a day ends where the next one begins. */
const asked = ({ actor = "", credential = "", action = "", result = "", from = "", until = "" }) => ({
  actor,
  credential,
  action,
  result,
  from: startOf(from, 0),
  until: startOf(until, 1),
});

function startOf(day, later) {
  const [year, month, date] = day.split("-").map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? "" : start.toISOString();
}

function begin(key, filter) {
  found = { key, items: null, next: null, problem: null, loading: false };
  more(found, filter);
}

async function more(mine, filter) {
  mine.loading = true;
  try {
    const answer = await get(`audit${query({ ...filter, after: mine.next, limit: PAGE })}`);
    mine.items = [...(mine.items ?? []), ...answer.items];
    mine.next = answer.next;
    mine.problem = null;
  } catch (problem) {
    mine.problem = problem;
  }
  mine.loading = false;
  changed();
}

const actions = (key, filter) => html`<button
    type="button"
    class="button"
    @click=${() => {
      begin(key, filter);
      changed();
    }}
  >
    Read again
  </button>
  <a class="button" download href=${address(`audit/export${query(filter)}`)}>Export</a>`;

function submit(event) {
  event.preventDefault();
  const { actor, credential, action, result, from, until } = event.target.elements;
  go(
    `#/audit${query({
      actor: actor.value.trim(),
      credential: credential.value.trim(),
      action: action.value,
      result: result.value.trim(),
      from: from.value,
      until: until.value,
    })}`,
  );
}

const form = ({ actor = "", credential = "", action = "", result = "", from = "", until = "" }) => html`<form
  class="search-form"
  role="search"
  aria-label="Filter"
  @submit=${submit}
>
  <label
    >Action
    <select name="action" class="input">
      <option value="" ?selected=${!action}>every action</option>
      ${ACTIONS.map(([value, name]) => html`<option value=${value} ?selected=${value === action}>${name}</option>`)}
    </select></label
  >
  <label
    >By <input name="actor" class="input" maxlength="64" placeholder="anybody" autocomplete="off" .defaultValue=${actor}
  /></label>
  <label
    >Credential
    <input
      name="credential"
      class="input"
      maxlength="64"
      placeholder="any"
      autocomplete="off"
      .defaultValue=${credential}
  /></label>
  <label
    >Result
    <input name="result" class="input" maxlength="64" placeholder="any" autocomplete="off" .defaultValue=${result}
  /></label>
  <label>From <input name="from" class="input" type="date" .defaultValue=${from} /></label>
  <label>Until <input name="until" class="input" type="date" .defaultValue=${until} /></label>
  <button class="button button-main">Filter</button>
</form>`;

function results(filter) {
  const again = () => more(found, filter);
  if (found.problem && !found.items) return refused(found.problem, again);
  if (!found.items) return loading("the audit");
  if (found.items.length === 0) {
    return empty("No entry", "Entries are kept for as long as the settings of the server say.");
  }
  return html`<div class="scroll results" tabindex="0" role="region" aria-label="Entries of the audit">
    <ol data-rows>
      ${found.items.map(row)}
    </ol>
    ${found.problem ? refused(found.problem, again) : nothing}
    ${found.next && !found.problem
      ? html`<p class="results-more">
          <button type="button" class="button" ?disabled=${found.loading} @click=${again}>Older ones</button>
        </p>`
      : nothing}
  </div>`;
}

const row = (one) => html`<li>
  <div class="row row-parts" data-row tabindex="-1" data-action=${one.action}>
    ${icon("audit")}
    <div class="row-main">
      <span class="row-title"
        ><span class="cut">${NAMES.get(one.action) ?? text(one.action)}</span>
        <span class="badge ${one.result === "ok" ? "status-done" : ""}">${text(one.result)}</span>
        ${one.times > 1 ? html`<span class="badge">${one.times} times</span>` : nothing}</span
      >
      <span class="audit-target">${text(one.target)}</span>
      <span class="quiet access-facts">
        <span>${one.actor ? html`by <strong>${text(one.actor)}</strong>` : "by nobody known"}</span>
        ${one.credential ? html`<span>with ${text(one.credential)}</span>` : nothing}
        ${one.address ? html`<span>from ${text(one.address)}</span>` : nothing}
        <span>in ${text(one.workspace)}</span>
        <span>${time(one.at)}</span>
      </span>
    </div>
  </div>
</li>`;

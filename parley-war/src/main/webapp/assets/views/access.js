// Who may enter: the credentials, for those who administer them; the programs a person allowed, for
// all others.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { getAll, patch, path, post, remove } from "../api.js";
import { closeOwn, dialog } from "../dialogs.js";
import { icon } from "../icons.js";
import { empty, head, shown, text, time } from "../parts.js";
import { refresh, touch, use } from "../resources.js";
import { changed, set, state } from "../store.js";
import { readWorkspaces } from "../workspaces.js";

export const title = () => "Access";

const KINDS = [
  ["agent", "Agent", "an MCP client or a program"],
  ["person", "Person", "somebody who logs in at this page"],
  ["admin", "Administrator", "manages credentials, by program or at this page"],
];
const ROLES = [
  ["viewer", "Viewer", "looks and changes nothing"],
  ["member", "Member", "talks, works, reviews"],
  ["lead", "Lead", "also decides about the work of others"],
  ["admin", "Administrator", "also manages credentials"],
];
const SCOPES = [
  ["rooms:read", "Read rooms"],
  ["rooms:write", "Join rooms and send to them"],
  ["bus:read", "Read topics"],
  ["bus:write", "Post to topics"],
  ["team:read", "Read sessions and memory"],
  ["team:write", "Change sessions and memory"],
  ["watch", "Look at this page"],
  ["admin", "Manage credentials"],
];
const ENDS = [
  ["PT8H", "in 8 hours"],
  ["P30D", "in 30 days"],
  ["P90D", "in 90 days"],
  ["P365D", "in a year"],
  ["", "never"],
];

/** How often the last uses are read again, in milliseconds. */
const EVERY = 5000;

let askedAt = 0;

export function view() {
  if (state.me.role !== "admin") return allowed();
  const all = use("credentials", () => getAll("credentials"));
  if (performance.now() - askedAt > EVERY && all.data && state.connection.phase === "live") {
    askedAt = performance.now();
    touch("credentials", 0);
  }
  const add = html`<button type="button" class="button button-main" data-new @click=${startNew}>
    ${icon("plus")}Credential
  </button>`;
  return html`${head("Access", { sub: "Credentials: who may enter, and as what", actions: add })}
    <section class="panel panel-fill">
      ${shown(all, "the credentials", (items) =>
        items.length === 0
          ? empty(
              "No credential yet",
              html`Everybody on this machine may enter. With the first credential Parley asks each caller for one, so
                begin with one for an administrator.`,
            )
          : list(items),
      )}
    </section>`;
}

/** The OAuth clients that this person allowed something. */
const allowed = () => html`${head("Access", { sub: "Programs that you let act for you" })}
  <section class="panel panel-fill">
    ${shown(use("consents", () => getAll("consents")), "the programs", (items) =>
      items.length === 0
        ? empty("No program acts for you", "One that you allow while it logs in is listed here, and ended here.")
        : html`<ul class="rows scroll" data-rows tabindex="0" aria-label="Programs">
            ${items.map(program)}
          </ul>`,
    )}
  </section>`;

const program = (one) => html`<li>
  <div class="row row-parts access-row" data-row tabindex="-1">
    ${icon("access")}
    <div class="row-main">
      <span class="row-title"><span class="cut">${text(one.label || one.names)}</span></span>
      <span class="quiet access-facts">
        <span>acts as <strong>${text(one.names)}</strong> in ${text(one.workspace)}</span>
        <span>${used(one)}</span>
        ${one.expiresAt ? html`<span>ends ${time(one.expiresAt)}</span>` : nothing}
        <span>${one.scopes.join(", ")}</span>
      </span>
    </div>
    <button type="button" class="button" @click=${() => startEnd(one)}>End</button>
  </div>
</li>`;

const ORDER = { active: 0, expired: 1, revoked: 2 };

const list = (items) => html`<ul class="rows scroll" data-rows tabindex="0" aria-label="Credentials">
  ${[...items].sort((a, b) => ORDER[a.state] - ORDER[b.state] || b.createdAt.localeCompare(a.createdAt)).map(row)}
</ul>`;

const row = (one) => html`<li>
  <div class="row row-parts access-row" data-row tabindex="-1" data-state=${one.state}>
    ${icon(one.kind === "person" ? "person" : "access")}
    <div class="row-main">
      <span class="row-title"
        ><span class="cut">${text(one.label || one.names)}</span>
        <span class="badge ${one.state === "active" ? "status-done" : ""}">${one.state}</span>
        <span class="badge">${one.role}</span></span
      >
      <span class="quiet access-facts">
        <span>${one.kind} <strong>${text(one.names)}</strong> in ${text(one.workspace)}</span>
        <span>${used(one)}</span>
        ${one.expiresAt ? html`<span>ends ${time(one.expiresAt)}</span>` : nothing}
        <span title=${one.scopes.join(", ")}>${one.scopes.length} of ${SCOPES.length} scopes</span>
      </span>
    </div>
    ${one.state === "revoked"
      ? html`<span class="quiet">${one.revokedAt ? html`revoked ${time(one.revokedAt)}` : nothing}</span>`
      : html`<button type="button" class="button wide-only" @click=${() => startScopes(one)}>Scopes</button>
          <button type="button" class="button wide-only" @click=${() => startRotate(one)}>New secret</button>
          <button type="button" class="button" @click=${() => startRevoke(one)}>Revoke</button>`}
  </div>
</li>`;

const used = ({ lastUsedAt, lastUsedFrom }) =>
  lastUsedAt
    ? html`last used ${time(lastUsedAt)}${lastUsedFrom ? html` from ${text(lastUsedFrom)}` : nothing}`
    : "never used";

/** What the open dialog does, and how far it is: `{problem, busy, token}`. */
let doing = null;

function open(draw) {
  doing = { problem: null, busy: false, token: null, copied: false, draw };
  set({ dialog: draw });
}

const close = () => set({ dialog: null });

/** Runs a change; the dialog stays where it is refused, or where it has a token to show. */
async function run(change) {
  const mine = doing;
  if (mine.busy) return;
  mine.busy = true;
  mine.problem = null;
  changed();
  try {
    const answer = await change();
    if (answer?.token) {
      mine.token = answer.token;
      // The first credential ends this very login: the token is in no later answer.
      mine.draw.outlivesLogin = true;
    } else closeOwn(mine.draw);
  } catch (refusal) {
    mine.problem = refusal;
  }
  mine.busy = false;
  await Promise.all([refresh("credentials"), refresh("consents")]);
  readWorkspaces();
  changed();
}

const problem = () =>
  doing.problem ? html`<p class="write-problem" role="alert">${doing.problem.message}</p>` : nothing;

const foot = (name) => html`<p class="form-foot">
  <button type="button" class="button" @click=${close}>Cancel</button>
  <button class="button button-main" ?disabled=${doing.busy}>${name}</button>
</p>`;

/** Where the browser lets no page copy, the token is selected instead. */
async function copy() {
  const mine = doing;
  try {
    await navigator.clipboard.writeText(mine.token);
    mine.copied = true;
  } catch {
    document.getElementById("access-token")?.select();
  }
  changed();
}

const issued = () => html`<div class="form">
  <label for="access-token">The token, shown this one time</label>
  <div class="form-line">
    <input id="access-token" class="input access-token" readonly .value=${doing.token} @focus=${(e) => e.target.select()} />
    <button type="button" class="button" @click=${copy}>${doing.copied ? "Copied" : "Copy"}</button>
  </div>
  <p class="quiet">
    Set it as <code>PARLEY_TOKEN</code> where the client runs, put it into a file that only its
    user reads and name that in <code>PARLEY_TOKEN_FILE</code>, or send it as
    <code>Authorization: Bearer</code>. Parley keeps a hash of it alone.
  </p>
  <p class="form-foot"><button type="button" class="button button-main" @click=${close}>Done</button></p>
</div>`;

const options = (all, chosen) =>
  all.map(
    ([value, name, more]) =>
      html`<option value=${value} ?selected=${value === chosen}>${name}${more ? `: ${more}` : nothing}</option>`,
  );

const scopeBoxes = (chosen) => html`<fieldset class="choice access-scopes">
  <legend>Scopes</legend>
  ${SCOPES.map(
    ([value, name]) => html`<label
      ><input type="checkbox" name="scope" value=${value} ?checked=${chosen.includes(value)} />${name}
      <code class="quiet">${value}</code></label
    >`,
  )}
</fieldset>`;

const chosenScopes = (form) => [...form.querySelectorAll('[name="scope"]:checked')].map(({ value }) => value);

function startNew() {
  open(() => dialog("New credential", doing.token ? issued() : newForm()));
}

const newForm = () => html`<form class="form" @submit=${create}>
  <label for="access-kind">For</label>
  <select id="access-kind" name="kind" class="input">${options(KINDS, "agent")}</select>
  <label for="access-names">Name</label>
  <input id="access-names" name="names" class="input" required maxlength="66" autocomplete="off"
    aria-describedby="access-names-help" />
  <p id="access-names-help" class="quiet">
    A name; a name with <code>.*</code> for it and its sub-agents; or <code>*</code> for every name.
  </p>
  <div class="form-pair">
    <div>
      <label for="access-role">Role</label>
      <select id="access-role" name="role" class="input">
        ${options([["", "the usual one"], ...ROLES], "")}
      </select>
    </div>
    <div>
      <label for="access-end">Ends</label>
      <select id="access-end" name="expiresIn" class="input">${options(ENDS, "P90D")}</select>
    </div>
  </div>
  <div class="form-pair">
    <div>
      <label for="access-workspace">Workspace</label>
      <input id="access-workspace" name="workspace" class="input" required maxlength="64" autocomplete="off"
        .defaultValue=${state.me.workspace} />
    </div>
    <div>
      <label for="access-label">Label</label>
      <input id="access-label" name="label" class="input" maxlength="128" autocomplete="off" placeholder="Laptop" />
    </div>
  </div>
  <details>
    <summary>Fewer scopes than the role has</summary>
    ${scopeBoxes([])}
  </details>
  ${problem()} ${foot("Create")}
</form>`;

function create(event) {
  event.preventDefault();
  const form = event.target;
  const { kind, names, role, expiresIn, workspace, label } = form.elements;
  const scopes = chosenScopes(form);
  const given = { kind: kind.value, names: names.value.trim(), workspace: workspace.value.trim() };
  if (role.value) given.role = role.value;
  if (expiresIn.value) given.expiresIn = expiresIn.value;
  if (label.value.trim()) given.label = label.value.trim();
  if (scopes.length) given.scopes = scopes;
  run(() => post("credentials", given));
}

function startScopes(one) {
  const save = (event) => {
    event.preventDefault();
    const scopes = chosenScopes(event.target);
    run(() => patch(path`credentials/${one.id}`, { scopes }));
  };
  open(() =>
    dialog(
      `Scopes of ${one.label || one.names}`,
      html`<form class="form" @submit=${save}>${scopeBoxes(one.scopes)} ${problem()} ${foot("Save")}</form>`,
    ),
  );
}

function startRotate(one) {
  const rotate = (event) => {
    event.preventDefault();
    run(() => post(path`credentials/${one.id}/rotate`));
  };
  open(() =>
    dialog(
      `New secret for ${one.label || one.names}`,
      doing.token
        ? issued()
        : html`<form class="form" @submit=${rotate}>
            <p>The token in use ends at once, and connections that used it end with it.</p>
            ${problem()} ${foot("New secret")}
          </form>`,
    ),
  );
}

function startRevoke(one) {
  const revoke = (event) => {
    event.preventDefault();
    run(() => remove(path`credentials/${one.id}`));
  };
  open(() =>
    dialog(
      `Revoke ${one.label || one.names}`,
      html`<form class="form" @submit=${revoke}>
        <p>Its connections end within two seconds, on every node. This cannot be undone.</p>
        ${problem()} ${foot("Revoke")}
      </form>`,
    ),
  );
}

function startEnd(one) {
  const end = (event) => {
    event.preventDefault();
    run(() => remove(path`consents/${one.id}`));
  };
  open(() =>
    dialog(
      `End ${one.label || one.names}`,
      html`<form class="form" @submit=${end}>
        <p>It is logged out within two seconds. To let it act for you again, allow it again.</p>
        ${problem()} ${foot("End")}
      </form>`,
    ),
  );
}

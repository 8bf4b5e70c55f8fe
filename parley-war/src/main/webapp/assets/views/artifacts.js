// The artifacts of a session, their versions, and the verdicts on them.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { announce } from "../announce.js";
import { address, get, getAll, path, query } from "../api.js";
import { kindOf } from "../artifact/kinds.js";
import { verdictBar, verdictOf } from "../artifact/verdict.js";
import { count, size, words } from "../format.js";
import { icon } from "../icons.js";
import { Loaded } from "../loaded.js";
import {
  document, empty, head, loading, refused, sessionLine, sessionTabs, shown, since, text, time, who,
} from "../parts.js";
import { use } from "../resources.js";
import { at, instead, withQuery } from "../router.js";
import { changed } from "../store.js";

const SHOWN = 500;

/** The name of the artifact that was shown last, for the document's title. */
let named = { id: null, name: "" };

export const title = ({ params }) =>
  params.artifact && named.id === params.artifact && named.name ? named.name : `Artifacts of ${params.session}`;

let asSource = false;

/** Draws what is more than text; until it is here, and where it is missing, the text is shown. */
const drawing = new Loaded("the artifact", "./artifact/drawing.js", "./artifact/artifact.css");

export function view(route) {
  const { session, artifact } = route.params;
  const all = use(`artifacts:${session}`, async () => ({
    items: await getAll(path`sessions/${session}/artifacts`),
  }));
  return html`${head("Artifacts", {
      sub: sessionLine(session),
      tabs: sessionTabs(session, "artifacts"),
    })}
    ${shown(all, "the artifacts", ({ items }) => {
      if (items.length === 0) {
        return empty(
          "No artifacts yet",
          html`Agents post with <code>post_artifact</code> and ask for a verdict with <code>request_review</code>.`,
        );
      }
      const latest = newestOfEachName(items);
      const reviewed = items.find((one) => one.reviews.some((review) => review.id === route.query.review));
      const chosen = artifact ?? reviewed?.id ?? latest[0].id;
      const name = items.find((one) => one.id === chosen)?.name;
      return html`<div class="shelf" data-chosen=${Boolean(artifact ?? reviewed)}>
        <section class="panel shelf-list" aria-label="All artifacts">
          <ul class="rows scroll" data-rows tabindex="0" aria-label="Artifacts">
            ${latest.slice(0, SHOWN).map((one) => row(session, one, one.name === name, stillAsked(items, one)))}
            ${latest.length > SHOWN ? html`<li class="quiet panel-text">and ${latest.length - SHOWN} more</li>` : nothing}
          </ul>
        </section>
        <section class="panel shelf-one" aria-label="Artifact">${reader(route, session, chosen, items)}</section>
      </div>`;
    })}`;
}

function newestOfEachName(items) {
  const newest = new Map();
  for (const item of items) {
    if ((newest.get(item.name)?.version ?? 0) < item.version) newest.set(item.name, item);
  }
  return [...newest.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** The versions before this one that somebody still owes a verdict on. */
const stillAsked = (items, { id, name }) =>
  items.filter(
    (one) => one.id !== id && one.name === name && one.reviews.some((review) => review.status === "pending"),
  );

const row = (session, item, isChosen, asked) => html`<li>
  <a
    class="row"
    data-row
    href=${at`sessions/${session}/artifacts/${item.id}`}
    aria-current=${isChosen ? "true" : "false"}
  >
    <span class="row-main">
      <span class="row-title"><span class="cut">${text(item.name || "(no name)")}</span></span>
      <span class="quiet cut">${words(item.type)} · ${text(item.createdBy)} · ${since(item.createdAt)}</span>
    </span>
    ${item.version > 1 ? html`<span class="badge">version ${item.version}</span>` : nothing}
    ${item.reviews.length ? mark(item.reviews) : nothing}
    ${asked.length ? pendingOn(asked) : nothing}
  </a>
</li>`;

const pendingOn = (asked) => {
  const label = `Waiting for a verdict on version ${asked.map((one) => one.version).join(", ")}`;
  return html`<span class="mark verdict-pending" role="img" aria-label=${label} title=${label}>${icon("clock")}</span>`;
};

/** The weakest verdict stands for all. */
function mark(reviews) {
  const worst = ["changes_requested", "pending", "approved"].find((s) => reviews.some((r) => r.status === s));
  const [name, label] = {
    approved: ["check", "Approved"],
    pending: ["clock", "Waiting for a verdict"],
    changes_requested: ["change", "Changes requested"],
  }[worst];
  return html`<span class="mark verdict-${worst}" role="img" aria-label=${label} title=${label}>${icon(name)}</span>`;
}

function reader(route, session, id, items) {
  const artifact = use(`artifact:${session}/${id}`, () => get(path`sessions/${session}/artifacts/${id}`));
  return shown(artifact, "the artifact", (data) => {
    named = { id, name: data.name };
    const asked = stillAsked(items, data);
    const from = data.versions.find((version) => version.id === route.query.from);
    const place = { ...route, path: at`sessions/${session}/artifacts/${id}` };
    return html`<div class="panel-head shelf-head">
        <a class="icon-button narrow-only" href=${at`sessions/${session}/artifacts`} aria-label="All artifacts"
          >${icon("back")}</a
        >
        <div class="shelf-name">
          <h2 dir="auto">${data.name || "(no name)"}</h2>
          <p class="quiet">
            ${words(data.type)} · ${size(data.size ?? data.content.length)} · ${who(data.createdBy)}, ${time(data.createdAt)}
            ${data.task ? html` · <a href=${at`sessions/${session}/tasks/${data.task}`}>its task</a>` : nothing}
          </p>
        </div>
        ${versions(place, session, data, from)} ${copies(session, data)}
      </div>
      <div class="scroll shelf-content" tabindex="0" role="region" aria-label="Content">
        ${from ? diff(session, from, data) : content(session, data)}
        <section class="reviews" aria-labelledby="reviews-title">
          <h3 id="reviews-title">${data.reviews.length ? count(data.reviews.length, "review") : "Reviews"}</h3>
          ${data.reviews.length
            ? data.reviews.map(verdictOf)
            : html`<p class="quiet">Nobody was asked for a verdict on this version.</p>`}
          ${asked.map(
            (one) => html`<p class="quiet">
              A verdict is still asked for on
              <a href=${at`sessions/${session}/artifacts/${one.id}`}>version ${one.version}</a>, of
              ${one.reviews.filter((review) => review.status === "pending").map((review) => who(review.reviewer))}
            </p>`,
          )}
        </section>
      </div>
      ${verdictBar(session, data.reviews)}`;
  });
}

function versions(place, session, data, from) {
  const newestFirst = [...data.versions].sort((a, b) => b.version - a.version);
  const source = html`<button
    type="button"
    class="button"
    aria-pressed=${asSource}
    @click=${() => {
      asSource = !asSource;
      changed();
    }}
  >
    ${asSource ? "Rendered" : "Source"}
  </button>`;
  if (newestFirst.length < 2) return source;
  return html`<select
      class="input shelf-select"
      aria-label="Version"
      @change=${(event) => (location.hash = at`sessions/${session}/artifacts/${event.target.value}`)}
    >
      ${newestFirst.map(
        (v) => html`<option value=${v.id} .selected=${v.id === data.id}>Version ${v.version}</option>`,
      )}
    </select>
    <select
      class="input shelf-select"
      aria-label="Compared with"
      @change=${(event) => instead(withQuery(place, { from: event.target.value || null, review: null }))}
    >
      <option value="" .selected=${!from}>Not compared</option>
      ${newestFirst
        .filter((v) => v.id !== data.id)
        .map((v) => html`<option value=${v.id} .selected=${v.id === from?.id}>Changes since ${v.version}</option>`)}
    </select>
    ${from ? nothing : source}`;
}

const copies = (session, { id, content: written }) => html`<button
    type="button"
    class="button"
    @click=${async () => {
      try {
        await navigator.clipboard.writeText(written);
        announce("Copied.");
      } catch {
        announce("The browser does not allow copying here.");
      }
    }}
  >
    Copy
  </button>
  <a class="button" download href=${address(path`sessions/${session}/artifacts/${id}/content`)}>Download</a>`;

/** The kind of each artifact, and its JSON set in lines, as it was read. */
const read = new WeakMap();

function readOf(data) {
  if (!read.has(data)) {
    const json = asJson(data.content);
    read.set(data, { json, as: json === null ? kindOf(data) : null });
  }
  return read.get(data);
}

function content(session, data) {
  const { content: written } = data;
  if (!written) return html`<p class="quiet">It is empty.</p>`;
  if (asSource) return plain(written);
  const { json, as } = readOf(data);
  if (as?.isPlain) return guard([written], () => document(written));
  drawing.load();
  const { module } = drawing;
  if (json !== null) return module ? module.code(json, "json") : plain(json);
  if (module) return module.content(session, data, as);
  return as.kind === "document" ? guard([written], () => document(written)) : plain(written);
}

const plain = (written) => guard([written], () => html`<pre class="text-plain" dir="auto">${written}</pre>`);

function asJson(written) {
  if (!/^\s*[[{]/.test(written)) return null;
  try {
    return JSON.stringify(JSON.parse(written), null, 2);
  } catch {
    return null;
  }
}

function diff(session, from, to) {
  const changes = use(`artifact:${session}/${to.id}/diff/${from.id}`, () =>
    get(path`sessions/${session}/artifacts/${to.id}/diff` + query({ from: from.id })),
  );
  drawing.load();
  return shown(changes, "what changed", ({ hunks }) =>
    hunks.every((hunk) => hunk.lines.every((line) => line.kind === "same"))
      ? html`<p class="quiet">Both versions are the same.</p>`
      : drawing.module
        ? drawing.module.changes(session, from, to, hunks)
        : drawing.problem
          ? refused(drawing.problem, () => drawing.again())
          : loading("what changed"),
  );
}

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, query } from "../api.js";
import { words } from "../format.js";
import { icon } from "../icons.js";
import { avatar, chosenMark, empty, head, isChosen, refused, loading, text, time, who } from "../parts.js";
import { at, go } from "../router.js";
import { changed, state } from "../store.js";

const PAGE = 50;
/** Work is found at once: its order has no place to go on from. */
const MOST = 100;

export const title = ({ query: given }) => (given.q ? `“${given.q}”` : "Search");

/** @type {{key: string, items: ?object[], before: ?string, truncated: boolean, problem: ?Error, loading: boolean}} */
let found = { key: "", items: null };

export function view(route) {
  const { q = "", room = "", from = "", session = "" } = route.query;
  const work = route.query.in === "work";
  const asked = { q, room, from, session, work };
  const key = JSON.stringify([q, room, from, session, work]);
  if (found.key !== key) {
    found = { key, items: null, before: null, truncated: false, problem: null, loading: false };
    if (q) more(found, asked);
  }
  return html`${head("Search", {
      sub: q
        ? html`for “${text(q)}”${room || session ? html` in ${text(work ? session : room)}` : nothing}${from
            ? html` by ${text(from)}`
            : nothing}`
        : nothing,
      tabs: places(asked),
    })}
    ${form(asked)}
    <section class="panel panel-fill" aria-label="What was found">${results(asked)}</section>`;
}

const places = ({ q, from, work }) => html`<nav class="tabs" aria-label="Where to look">
  <a class="tab" href=${`#/search${query({ q, from })}`} aria-current=${work ? "false" : "page"}>Rooms</a>
  <a class="tab" href=${`#/search${query({ q, from, in: "work" })}`} aria-current=${work ? "page" : "false"}
    >Sessions and memory</a
  >
</nav>`;

async function more(mine, { q, room, from, session, work }) {
  mine.loading = true;
  try {
    const answer = await get(
      work
        ? `search/work${query({ q, session, from, limit: MOST })}`
        : `search${query({ q, room, from, before: mine.before, limit: PAGE })}`,
    );
    mine.items = [...(mine.items ?? []), ...answer.items];
    mine.before = answer.before;
    mine.truncated = answer.truncated;
    mine.problem = null;
  } catch (problem) {
    mine.problem = problem;
  }
  mine.loading = false;
  changed();
}

function submit(event) {
  event.preventDefault();
  const { q, room, from, session } = event.target.elements;
  go(
    `#/search${query({
      q: q.value.trim(),
      room: room?.value,
      from: from.value.trim(),
      session: session?.value.trim(),
      in: session ? "work" : null,
    })}`,
  );
}

const form = ({ q, room, from, session, work }) => html`<form class="search-form" role="search" aria-label="In detail" @submit=${submit}>
  <label
    >Words <input name="q" class="input" type="search" required autocomplete="off" .defaultValue=${q} ?autofocus=${!q}
  /></label>
  ${work
    ? html`<label
        >Session
        <input name="session" class="input" placeholder="every session, and memory" autocomplete="off" .defaultValue=${session}
      /></label>`
    : html`<label
        >Room
        <select name="room" class="input">
          <option value="" ?selected=${!room}>every room</option>
          ${(state.rooms ?? []).map(
            ({ name }) => html`<option value=${name} ?selected=${name === room}>${name}</option>`,
          )}
        </select></label
      >`}
  <label
    >${work ? "By" : "Said by"} <input name="from" class="input" list="speakers" placeholder="anybody" autocomplete="off" .defaultValue=${from}
  /></label>
  <datalist id="speakers">${[...state.agents.keys()].map((id) => html`<option value=${id}></option>`)}</datalist>
  <button class="button button-main">Search</button>
</form>`;

function results(asked) {
  const { q, work } = asked;
  if (!q) return empty("What are you looking for?", "A word finds every text in which a word begins with it.");
  if (found.problem) return refused(found.problem, () => more(found, asked));
  if (!found.items) return loading("what was found");
  if (found.items.length === 0) {
    return empty(
      "Nothing found",
      work
        ? "Try the beginning of a word, or look in the rooms."
        : "Only durable rooms can be searched. Try the beginning of a word, every room, or look in sessions and memory.",
    );
  }
  return html`<div class="scroll results" tabindex="0" role="region" aria-label="Texts found">
    <ol data-rows>
      ${found.items.map((item) => (work ? workResult(item, q) : result(item, q)))}
    </ol>
    ${found.before
      ? html`<p class="results-more">
          <button type="button" class="button" ?disabled=${found.loading} @click=${() => more(found, asked)}>
            Older ones
          </button>
        </p>`
      : found.truncated
        ? html`<p class="quiet results-more">There may be more. Narrow it to one ${work ? "session" : "room"} to look further back.</p>`
        : nothing}
  </div>`;
}

const result = (message, q) => html`<li>
  <a class="result" data-row href=${`${at`rooms/${message.room}`}?at=${message.seq}`}>
    ${avatar(message.from.agent)}
    <span class="row-main">
      <span class="message-line">
        ${who(message.from.nickname)} ${isChosen(message.verified) ? chosenMark : nothing} <span class="quiet">in</span> ${text(message.room)}
        <span class="entry-time">${time(message.sentAt)}</span>
      </span>
      <span class="entry-text" dir="auto">${marked(around(message.text, q), q)}</span>
    </span>
  </a>
</li>`;

const ICONS = { memory: "memory", summary: "sessions", task: "board", message: "talk", artifact: "artifacts", review: "check" };

const placeOf = ({ kind, session, id, by }) =>
  ({
    memory: () => `#/memory?of=${encodeURIComponent(by ?? "")}`,
    task: () => at`sessions/${session}/tasks/${id}`,
    artifact: () => at`sessions/${session}/artifacts/${id}`,
    review: () => at`sessions/${session}/artifacts/${id}`,
    message: () => at`sessions/${session}`,
    summary: () => at`sessions/${session}`,
  })[kind]();

const workResult = (item, q) => html`<li>
  <a class="result" data-row href=${placeOf(item)}>
    ${icon(ICONS[item.kind])}
    <span class="row-main">
      <span class="message-line">
        <span class="quiet">${words(item.kind)}</span> ${item.title ? html`<b>${text(item.kind === "review" ? words(item.title) : item.title)}</b>` : nothing}
        ${item.by ? who(item.by) : nothing}
        ${item.session ? html`<span class="quiet">in ${text(item.session)}</span>` : nothing}
        ${item.at ? html`<span class="entry-time">${time(item.at)}</span>` : nothing}
      </span>
      <span class="entry-text" dir="auto">${marked(around(item.text, q), q)}</span>
    </span>
  </a>
</li>`;

const wordsOf = (q) => q.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** A long message is cut so that the first word found is seen. */
function around(all, q) {
  const low = all.toLowerCase();
  const first = Math.min(...wordsOf(q).map((word) => low.indexOf(word)).filter((i) => i >= 0), all.length);
  const start = first < all.length && first > 200 ? first - 80 : 0;
  return (start ? "… " : "") + all.slice(start, start + 600);
}

function marked(all, q) {
  const words = wordsOf(q);
  if (words.length === 0) return all;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  return all.split(pattern).map((piece, i) => (i % 2 ? html`<mark>${piece}</mark>` : piece));
}

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, query } from "../api.js";
import { avatar, chosenMark, empty, head, isChosen, refused, loading, text, time, who } from "../parts.js";
import { at, go } from "../router.js";
import { changed, state } from "../store.js";

const PAGE = 50;

export const title = ({ query: given }) => (given.q ? `“${given.q}”` : "Search");

/** @type {{key: string, items: ?object[], before: ?string, truncated: boolean, problem: ?Error, loading: boolean}} */
let found = { key: "", items: null };

export function view(route) {
  const { q = "", room = "", from = "" } = route.query;
  const key = JSON.stringify([q, room, from]);
  if (found.key !== key) {
    found = { key, items: null, before: null, truncated: false, problem: null, loading: false };
    if (q) more(found, { q, room, from });
  }
  return html`${head("Search", {
      sub: q ? html`for “${text(q)}”${room ? html` in ${text(room)}` : nothing}${from ? html` by ${text(from)}` : nothing}` : nothing,
    })}
    ${form(q, room, from)}
    <section class="panel panel-fill" aria-label="What was found">${results(q, room, from)}</section>`;
}

async function more(mine, { q, room, from }) {
  mine.loading = true;
  try {
    const answer = await get(`search${query({ q, room, from, before: mine.before, limit: PAGE })}`);
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
  const { q, room, from } = event.target.elements;
  go(`#/search${query({ q: q.value.trim(), room: room.value, from: from.value.trim() })}`);
}

const form = (q, room, from) => html`<form class="search-form" role="search" aria-label="In detail" @submit=${submit}>
  <label
    >Words <input name="q" class="input" type="search" required autocomplete="off" .defaultValue=${q} ?autofocus=${!q}
  /></label>
  <label
    >Room
    <select name="room" class="input">
      <option value="" ?selected=${!room}>every room</option>
      ${(state.rooms ?? []).map(({ name }) => html`<option value=${name} ?selected=${name === room}>${name}</option>`)}
    </select></label
  >
  <label
    >Said by <input name="from" class="input" list="speakers" placeholder="anybody" autocomplete="off" .defaultValue=${from}
  /></label>
  <datalist id="speakers">${[...state.agents.keys()].map((id) => html`<option value=${id}></option>`)}</datalist>
  <button class="button button-main">Search</button>
</form>`;

function results(q, room, from) {
  if (!q) return empty("What are you looking for?", "A word finds every message in which a word begins with it.");
  if (found.problem) return refused(found.problem, () => more(found, { q, room, from }));
  if (!found.items) return loading("the messages");
  if (found.items.length === 0) {
    return empty("Nothing found", "Only durable rooms can be searched. Try the beginning of a word, or every room.");
  }
  return html`<div class="scroll results" tabindex="0" role="region" aria-label="Messages found">
    <ol data-rows>
      ${found.items.map((message) => result(message, q))}
    </ol>
    ${found.before
      ? html`<p class="results-more">
          <button type="button" class="button" ?disabled=${found.loading} @click=${() => more(found, { q, room, from })}>
            Older ones
          </button>
        </p>`
      : found.truncated
        ? html`<p class="quiet results-more">There may be more. Narrow it to one room to look further back.</p>`
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

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { path, put } from "../api.js";
import { count } from "../format.js";
import { icon } from "../icons.js";
import { empty, head, loading, since, text, who } from "../parts.js";
import { may } from "../rights.js";
import { at, go } from "../router.js";
import { changed, state } from "../store.js";
import { unread } from "../unread.js";

export const title = () => "Rooms";

export function view() {
  const { rooms } = state;
  const sub = rooms ? count(rooms.length, "room") : nothing;
  return html`${head("Rooms", { sub, actions: may("talk") ? joinForm() : nothing })}
    <section class="panel panel-fill">
      ${rooms === null
        ? loading("the rooms")
        : rooms.length === 0
          ? empty(
              "No room yet",
              html`A room is there as soon as somebody joins it: you, above, or an agent with
                <code>join_room {"room": "planning"}</code>.`,
            )
          : html`<ul class="rows scroll" data-rows tabindex="0" aria-label="Rooms">${rooms.map(row)}</ul>`}
    </section>`;
}

let problem = null;

async function join(event) {
  event.preventDefault();
  const name = event.target.elements.room.value.trim();
  try {
    await put(path`rooms/${name}/seat`);
    problem = null;
    go(at`rooms/${name}`);
  } catch (refusal) {
    problem = refusal;
    changed();
  }
}

/** A room that is not there yet is made by joining it. */
const joinForm = () => html`<form class="form-line" @submit=${join}>
  ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
  <input
    name="room"
    class="input"
    required
    maxlength="32"
    pattern="[a-z0-9][a-z0-9\\-]{0,31}"
    title="Lower case letters, digits and -; at most 32"
    placeholder="planning"
    aria-label="Name of a room"
    autocomplete="off"
  />
  <button class="button">Join</button>
</form>`;

function row(room) {
  const news = unread.get(room.name);
  const last = state.feed.entries.findLast((entry) => entry.room === room.name);
  return html`<li>
    <a class="row" data-row href=${at`rooms/${room.name}`}>
      ${icon("hash")}
      <span class="row-main">
        <span class="row-title"
          ><span class="cut">${text(room.name)}</span>
          ${room.durable ? nothing : html`<span class="badge">ephemeral</span>`}
          ${room.nickname ? html`<span class="badge badge-live">joined</span>` : nothing}</span
        >
        <span class="quiet cut"
          >${last ? html`${who(last.nickname)}: ${text(last.text)}` : "Nothing said since this page is open"}</span
        >
      </span>
      <span class="row-side quiet">${last ? since(last.at) : nothing}</span>
      <span class="row-side quiet wide-only">${count(room.membersCount, "member")}</span>
      ${news
        ? html`<span class="count ${news.mentions ? "count-me" : ""}">${news.count > 99 ? "99+" : news.count}</span>`
        : nothing}
    </a>
  </li>`;
}

// The panel of what waits for a person: each item with what can be done about it, in place.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { canNotify, isForbidden, notifies, setNotifies, setSounds, sounds } from "./notify.js";
import { avatar, empty, loading, since, text, who } from "./parts.js";
import { at } from "./router.js";
import { changed, set } from "./store.js";
import { answer, dismiss, giveVerdict, take, waiting } from "./waiting.js";
import { writeBox } from "./write.js";

const SHOWN = 50;

const SAYS = {
  question: "asks, and waits for an answer",
  message: "wrote to you",
  mention: "mentioned you",
  review: "asks you for a review of",
  task: "has a task for you:",
};

/** The item that is acted on, and what the server said about the last try, by id. */
const busy = new Set();
const problems = new Map();

export function waitingPanel() {
  const { items, loaded, more } = waiting;
  const hidden = items.length - SHOWN;
  return html`
    ${loaded ? list(items.slice(0, SHOWN)) : loading("what waits for you")}
    ${hidden > 0 ? html`<p class="quiet">${hidden}${more ? "+" : ""} older ones follow when these are done.</p>` : nothing}
    ${switches()}
  `;
}

const list = (items) =>
  items.length === 0
    ? empty("Nothing waits for you", "Questions, messages, mentions, reviews and tasks for you come here.")
    : html`<ul class="waiting-list" tabindex="-1" aria-label="What waits for you">
        ${repeat(items, ({ id }) => id, entry)}
      </ul>`;

const entry = (item) => html`<li class="waiting-item" data-kind=${item.kind} data-item=${item.id}>
  <p class="waiting-line">
    ${avatar(item.from)}
    <span class="waiting-from">
      ${who(item.from)} <span class="quiet">${SAYS[item.kind]}</span>
      ${item.everyone ? html`<span class="badge" title="It waits for every person here">for everyone</span>` : nothing}
    </span>
    <span class="entry-time">${since(item.at)}</span>
  </p>
  ${said(item)}
  ${problems.has(item.id)
    ? html`<p class="write-problem" role="alert">${problems.get(item.id).message}</p>`
    : nothing}
  ${may(item, "answer") ? answerBox(item) : nothing} ${may(item, "approve") ? verdictForm(item) : nothing}
  <p class="waiting-foot">
    <span class="waiting-place quiet">
      in ${isName(item) ? text(item.session) : link(item, item.room ? html`#${text(item.room)}` : text(item.session))}
    </span>
    ${may(item, "dismiss") ? button(item, DISMISS[item.kind] ?? "Dismiss", () => dismiss(item)) : nothing}
    ${may(item, "take") ? button(item, "Take", () => take(item), "button-main") : nothing}
  </p>
</li>`;

function said(item) {
  if (item.text) return html`<p class="waiting-text" dir="auto">${isName(item) ? link(item, item.text) : item.text}</p>`;
  return item.room ? html`<p class="quiet">The words are not here: this room keeps no messages.</p>` : nothing;
}

/** The text of a review or a task is the name of what the link opens. */
const isName = ({ kind }) => kind === "review" || kind === "task";

const link = (item, words) => html`<a href=${address(item)} @click=${() => set({ dialog: null })}>${words}</a>`;

const DISMISS = { message: "Mark as read", mention: "Mark as read" };

const may = (item, act) => item.actions.includes(act);

function address({ kind, session, room, subject, artifact }) {
  if (room) return at`rooms/${room}`;
  if (kind === "review") return at`sessions/${session}/artifacts/${artifact}`;
  if (kind === "task") return at`sessions/${session}/tasks/${subject}`;
  return at`sessions/${session}`;
}

const button = (item, name, act, extra = "") => html`<button
  type="button"
  class="button ${extra}"
  ?disabled=${busy.has(item.id)}
  @click=${() => run(item, act)}
>
  ${name}
</button>`;

/** Acts once at a time. */
async function run(item, act) {
  if (busy.has(item.id)) return;
  busy.add(item.id);
  changed();
  try {
    await keepFocus(item, act);
    problems.delete(item.id);
  } catch (problem) {
    problems.set(item.id, problem);
  }
  busy.delete(item.id);
  changed();
}

/** Gives the focus to the list where it was on the item that goes. */
async function keepFocus(item, act) {
  const shown = document.querySelector(`[data-item="${item.id}"]`);
  const wasOn = shown?.contains(document.activeElement);
  await act();
  const isOn = document.activeElement === document.body || shown?.contains(document.activeElement);
  if (wasOn && isOn) document.querySelector(waiting.items.length ? ".waiting-list" : ".dialog-waiting button")?.focus();
}

const answerBox = (item) =>
  writeBox(`waiting-${item.id}`, {
    label: `Answer ${item.from}`,
    act: item.room ? "talk" : "work",
    send: (words) => keepFocus(item, () => answer(item, words)),
  });

function verdictForm(item) {
  const send = (event) => {
    event.preventDefault();
    const comments = event.target.elements.comments.value.trim();
    const verdict = event.submitter.value;
    run(item, () => giveVerdict(item, verdict, comments));
  };
  return html`<form class="form" @submit=${send}>
    <textarea
      name="comments"
      class="input"
      rows="2"
      maxlength="16384"
      aria-label=${`Comments on ${item.text}`}
      placeholder="Comments, as Markdown"
    ></textarea>
    <p class="form-foot">
      <button class="button" value="changes_requested" ?disabled=${busy.has(item.id)}>Request changes</button>
      <button class="button button-main" value="approved" ?disabled=${busy.has(item.id)}>Approve</button>
    </p>
  </form>`;
}

const switches = () => html`<fieldset class="choice waiting-switches">
  <legend>On this browser</legend>
  ${canNotify()
    ? html`<label
        ><input
          type="checkbox"
          name="notify"
          .checked=${notifies()}
          ?disabled=${isForbidden()}
          @change=${async (event) => {
            await setNotifies(event.target.checked);
            event.target.checked = notifies();
            changed();
          }}
        />Notify me, also when this tab is hidden</label
      >`
    : nothing}
  ${isForbidden() ? html`<p class="quiet">The browser forbids this page to notify; its settings can allow it.</p>` : nothing}
  <label
    ><input
      type="checkbox"
      name="sound"
      .checked=${sounds()}
      @change=${(event) => {
        setSounds(event.target.checked);
        changed();
      }}
    />Play a sound</label
  >
</fieldset>`;

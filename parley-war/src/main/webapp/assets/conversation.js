// Messages one below the other, as a room, a thread and a session's talk show them.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { ref } from "./lib/lit-html/directives/ref.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { endOf, quoted } from "./ends.js";
import { day, sameDay } from "./format.js";
import { icon } from "./icons.js";
import { jumpToEnd, keepsPlace } from "./list.js";
import { avatar, chosenMark, endBadge, isChosen, prose, text, time, who } from "./parts.js";
import { changed } from "./store.js";

const LONG = 1500;
const TOGETHER = 5 * 60_000;
const MOST_OPEN = 200;
const open = new Set();

/**
 * @typedef {object} Said
 * @property {string} id
 * @property {number} seq
 * @property {string} at
 * @property {string} agent
 * @property {string} name as it is shown
 * @property {boolean} verified whether it bore that name by right; else it had chosen it
 * @property {string} text
 * @property {?string} to
 * @property {?string} reply the id of the message it answers
 */

/**
 * @param {Said[]} all
 * @param {{mine: string[], marked: ?number, original: (id: string) => ?Said, onReply: ?(said: Said) => void,
 *     threadAddress: ?(id: string) => string}} options
 */
export const messages = (all, options) =>
  repeat(
    all,
    (said) => said.seq,
    (said, i) => {
      const before = all[i - 1];
      const dayBegins = !before || !sameDay(before.at, said.at);
      const goesOn = !dayBegins && continues(before, said);
      const original = said.reply ? options.original(said.reply) : null;
      const marked = options.marked === said.seq;
      const chosen = isChosen(said.verified);
      return guard(
        [said.id, dayBegins, goesOn, original?.id, marked, chosen, open.has(said.id), options.mine.join()],
        () => message(said, { ...options, dayBegins, goesOn, original, isMarked: marked, chosen }),
      );
    },
  );

const continues = (before, said) =>
  before.agent === said.agent &&
  before.name === said.name &&
  before.verified === said.verified &&
  before.to === said.to &&
  !said.reply &&
  Date.parse(said.at) - Date.parse(before.at) < TOGETHER;

function message(said, options) {
  const { mine, dayBegins, goesOn, original, isMarked, chosen, onReply, threadAddress } = options;
  const end = endOf(said.text);
  const words = end ? end.words : said.text;
  const isLong = words.length > LONG;
  const cut = isLong && !open.has(said.id);
  const forMe = mine.includes(said.to) || mine.some((name) => said.text.includes(`@${name}`));
  return html`<li
    class="message ${goesOn ? "message-on" : ""} ${isMarked ? "message-marked" : ""} ${forMe ? "message-me" : ""}"
    data-key=${said.seq}
    data-row
    tabindex="-1"
  >
    ${dayBegins ? html`<p class="day"><span>${day(said.at)}</span></p>` : nothing}
    <div class="message-frame">
      <span class="message-mark">${goesOn ? html`<span class="message-hour">${time(said.at)}</span>` : avatar(said.agent)}</span>
      <div class="message-body">
        ${goesOn
          ? nothing
          : html`<p class="message-line">
              ${who(said.name)}
              ${chosen ? chosenMark : nothing}
              ${said.name === said.agent ? nothing : html`<span class="quiet cut" title="agent">${text(said.agent)}</span>`}
              ${said.to ? html`<span class="quiet">to</span> ${who(said.to)}` : nothing}
              <span class="entry-time">${time(said.at)}</span>
            </p>`}
        ${said.reply ? replyTo(said, original, threadAddress) : nothing}
        <div class="message-text ${end ? "declared" : ""}">
          ${end ? endBadge(end) : nothing}
          ${words || !end ? prose(cut ? words.slice(0, LONG) : words, mine) : nothing}
        </div>
        ${isLong
          ? html`<button type="button" class="link" @click=${() => toggle(said.id)}>
              ${cut ? `Show all ${words.length.toLocaleString()} characters` : "Show less"}
            </button>`
          : nothing}
      </div>
      ${onReply
        ? html`<div class="message-tools">
            <button
              type="button"
              class="icon-button"
              aria-label=${`Reply to ${said.name}`}
              title="Reply"
              @click=${() => onReply(said)}
            >
              ${icon("reply")}
            </button>
            ${threadAddress
              ? html`<a class="icon-button" href=${threadAddress(said.id)} aria-label="Open the thread" title="Thread"
                  >${icon("talk")}</a
                >`
              : nothing}
          </div>`
        : nothing}
    </div>
  </li>`;
}

function replyTo(said, original, threadAddress) {
  const answered = html`${icon("reply")}${original
    ? html`<span class="cut">${text(original.name)}: ${text(quoted(original.text).slice(0, 120))}</span>`
    : "an earlier message"}`;
  return threadAddress
    ? html`<a class="reply-to" data-open href=${threadAddress(said.reply)}>${answered}</a>`
    : html`<p class="reply-to">${answered}</p>`;
}

function toggle(id) {
  if (!open.delete(id)) open.add(id);
  if (open.size > MOST_OPEN) open.delete(open.values().next().value);
  changed();
}

/**
 * The conversation of a log, which goes on at both ends.
 *
 * @param {import("./log.js").Log} log
 */
export function scroller(log, rows, { label, goTo }) {
  const onPlace = (atEnd) => {
    log.following = atEnd;
    if (atEnd) log.seen();
  };
  return html`<div
      class="scroll conversation"
      tabindex="0"
      role="log"
      aria-live="off"
      aria-label=${label}
      ${ref(
        keepsPlace({
          hasOlder: log.hasOlder,
          hasNewer: log.hasNewer,
          older: () => log.older(),
          newer: () => log.newer(),
          onPlace,
          goTo,
        }),
      )}
    >
      ${log.hasOlder
        ? html`<p class="quiet conversation-edge">Reading earlier messages …</p>`
        : html`<p class="quiet conversation-edge">This is where it begins.</p>`}
      <ol class="messages" data-rows="end">${rows}</ol>
    </div>
    ${log.unseen > 0 || log.hasNewer
      ? html`<button type="button" class="jump" @click=${(event) => toEnd(log, event.currentTarget)}>
          ${icon("down")} ${log.unseen ? `${log.unseen > 99 ? "99+" : log.unseen} new` : "To the end"}
        </button>`
      : nothing}`;
}

const toEnd = (log, button) => goToEnd(log, button.parentElement.querySelector(".conversation"));

/** Where the newest is, as after saying something oneself. */
export async function goToEnd(log, list) {
  log.following = true;
  if (log.hasNewer) await log.open();
  log.seen();
  requestAnimationFrame(() => jumpToEnd(list));
}

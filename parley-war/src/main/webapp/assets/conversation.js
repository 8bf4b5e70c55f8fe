// Messages one below the other, as a room, a thread and a session's talk show them.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { guard } from "./lib/lit-html/directives/guard.js";
import { ref } from "./lib/lit-html/directives/ref.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { copy } from "./copy.js";
import { endOf, quoted } from "./ends.js";
import { dayLine, folded, foldRow } from "./folds.js";
import { sameDay } from "./format.js";
import { icon } from "./icons.js";
import { jumpToEnd, keepsPlace } from "./list.js";
import { avatar, chosenMark, endBadge, isChosen, prose, text, time, who } from "./parts.js";
import { changed } from "./store.js";

const LONG = 1500;
const TOGETHER = 5 * 60_000;
const MOST_OPEN = 200;
const COPIED_FOR = 2000;
const open = new Set();

/** The id of the message that was to be copied just now, and if it was: a browser may forbid it. */
let copied = { id: null, isDone: false };

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
 * @property {?string} [thread] the name of the thread it was said in
 */

/**
 * @typedef {object} Options
 * @property {string[]} mine the names of the person
 * @property {?number} [marked] the position that is looked for
 * @property {(id: string) => ?Said} [original] finds a message that is answered
 * @property {?(said: Said) => void} [onReply]
 * @property {?(id: string) => string} [threadAddress] of the answers to a message
 * @property {(agent: string) => string} [agentAddress] of a page about the sender
 * @property {{address: (name: string) => string, title: (name: string) => string}} [threads] by name
 * @property {(said: Said) => string} [placeAddress] where it stands among all others
 * @property {number} [foldsUpTo] up to this position three and more of one sender are folded
 */

/**
 * @param {Said[]} all
 * @param {Options} options
 */
export function messages(all, options) {
  const rows = options.foldsUpTo === undefined ? all : folded(all, isOfOneRun, (said) => isKept(said, options));
  return repeat(
    rows,
    (row) => row.key ?? row.seq,
    (row, i) => {
      const before = rows[i - 1];
      if (!row.hidden) return messageRow(row, before, options);
      return foldRow(row, !before || !sameDay(before.at, row.at), `messages of ${row.hidden[0].name}`);
    },
  );
}

/** Written to the person, a declared end, looked for, or said while the person reads: it is not folded away. */
const isKept = (said, { mine, marked, foldsUpTo }) =>
  said.seq > foldsUpTo || said.seq === marked || isFor(said, mine) || endOf(said.text) !== null;

const isFor = (said, mine) => mine.includes(said.to) || mine.some((name) => said.text.includes(`@${name}`));

const isOfOneRun = (before, said) => sameDay(before.at, said.at) && continues(before, said);

/** One message; it is drawn again where anything changed that it shows. */
function messageRow(said, before, options) {
  const afterFold = Boolean(before?.hidden);
  const dayBegins = !afterFold && (!before || !sameDay(before.at, said.at));
  const goesOn = !afterFold && !dayBegins && continues(before, said);
  const original = said.reply ? (options.original?.(said.reply) ?? null) : null;
  const isMarked = options.marked === said.seq;
  const chosen = isChosen(said.verified);
  const copying = copied.id === said.id ? (copied.isDone ? "done" : "forbidden") : null;
  const thread = (said.thread && options.threads?.title(said.thread)) || null;
  return guard(
    [said.id, dayBegins, goesOn, original?.id, isMarked, chosen, open.has(said.id), options.mine.join(), copying, thread],
    () => message(said, { ...options, dayBegins, goesOn, original, isMarked, chosen, copying, thread }),
  );
}

const continues = (before, said) =>
  before.agent === said.agent &&
  before.name === said.name &&
  before.verified === said.verified &&
  before.to === said.to &&
  before.thread === said.thread &&
  !said.reply &&
  Date.parse(said.at) - Date.parse(before.at) < TOGETHER;

function message(said, options) {
  const { mine, dayBegins, goesOn, original, isMarked, chosen, threadAddress, agentAddress, threads, thread } = options;
  const end = endOf(said.text);
  const words = end ? end.words : said.text;
  const isLong = words.length > LONG;
  const cut = isLong && !open.has(said.id);
  return html`<li
    class="message ${goesOn ? "message-on" : ""} ${isMarked ? "message-marked" : ""} ${isFor(said, mine) ? "message-me" : ""}"
    data-key=${said.seq}
    data-row
    tabindex="-1"
  >
    ${dayBegins ? dayLine(said.at) : nothing}
    <div class="message-frame">
      <span class="message-mark">${goesOn ? html`<span class="message-hour">${time(said.at)}</span>` : avatar(said.agent)}</span>
      <div class="message-body">
        ${goesOn
          ? nothing
          : html`<p class="message-line">
              ${agentAddress
                ? html`<a class="who-link" href=${agentAddress(said.agent)} title=${`About ${said.agent}`}>${who(said.name)}</a>`
                : who(said.name)}
              ${chosen ? chosenMark : nothing}
              ${said.name === said.agent ? nothing : html`<span class="quiet cut" title="agent">${text(said.agent)}</span>`}
              ${said.to ? html`<span class="quiet">to</span> ${who(said.to)}` : nothing}
              ${thread
                ? html`<span class="quiet">in</span>
                    <a class="message-thread cut" data-open href=${threads.address(said.thread)}>${text(thread)}</a>`
                : nothing}
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
      ${tools(said, options)}
    </div>
  </li>`;
}

const COPY = {
  done: { icon: "check", title: "Copied" },
  forbidden: { icon: "block", title: "The browser does not allow copying here" },
};

function tools(said, { onReply, threadAddress, placeAddress, copying }) {
  const copyTool = COPY[copying] ?? { icon: "copy", title: "Copy", label: `Copy the message of ${said.name}` };
  const link = (address, label, title, extra = "") => html`<a
    class="icon-button ${extra}"
    href=${address}
    aria-label=${label}
    title=${title}
    >${icon("talk")}</a
  >`;
  return html`<div class="message-tools">
    <button
      type="button"
      class="icon-button message-copy"
      data-copy
      aria-label=${copyTool.label ?? copyTool.title}
      title=${copyTool.title}
      @click=${() => copied.id !== said.id && copyMessage(said)}
    >
      ${icon(copyTool.icon)}
    </button>
    ${onReply
      ? html`<button
          type="button"
          class="icon-button"
          aria-label=${`Reply to ${said.name}`}
          title="Reply"
          @click=${() => onReply(said)}
        >
          ${icon("reply")}
        </button>`
      : nothing}
    ${onReply && threadAddress ? link(threadAddress(said.id), "Open the thread", "Thread") : nothing}
    ${placeAddress ? link(placeAddress(said), "Show it in the talk", "In the talk", "message-place") : nothing}
  </div>`;
}

async function copyMessage({ id, text: words }) {
  const mine = { id, isDone: await copy(words) };
  copied = mine;
  changed();
  setTimeout(() => {
    if (copied !== mine) return;
    copied = { id: null, isDone: false };
    changed();
  }, COPIED_FOR);
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
export function scroller(log, rows, { label, goTo, edge = "This is where it begins." }) {
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
        : html`<p class="quiet conversation-edge">${edge}</p>`}
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

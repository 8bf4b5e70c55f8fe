// The panel of what waits for a person: each item with what can be done about it, in place.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { live } from "./lib/lit-html/directives/live.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { accepted, discard, draft, typed, unsentAbout } from "./drafts.js";
import { visible } from "./format.js";
import { canNotify, isForbidden, notifies, setNotifies, setSounds, sounds } from "./notify.js";
import { avatar, empty, loading, since, text, time, who } from "./parts.js";
import { at } from "./router.js";
import { afterDrawing, changed, set } from "./store.js";
import { answer, answerPermission, dismiss, giveVerdict, take, waiting } from "./waiting.js";
import { writeBox } from "./write.js";

const SHOWN = 50;

/** For so long after the items moved, a pointer may be on another one than its person meant. */
const SETTLES = 800;

/** The ids of the items that are listed, and the time at which that was another list. */
let listedIds = "";
let movedAt = 0;

const SAYS = {
  question: "asks, and waits for an answer",
  message: "wrote to you",
  mention: "mentioned you",
  review: "asks you for a review of",
  task: "has a task for you:",
  permission: "asks to use",
};

export function waitingPanel() {
  const { items, loaded, more } = waiting;
  const listed = withUnsent(items);
  const ids = new Set(listed.map(({ item }) => item.id));
  const hidden = items.filter(({ id }) => !ids.has(id)).length;
  noteMove([...ids].join(" "));
  return html`
    ${loaded ? list(listed) : loading("what waits for you")}
    ${hidden > 0 ? html`<p class="quiet">${hidden}${more ? "+" : ""} older ones follow when these are done.</p>` : nothing}
    ${switches()}
  `;
}

function noteMove(ids) {
  if (ids === listedIds) return;
  listedIds = ids;
  movedAt = performance.now();
  setTimeout(changed, SETTLES + 50); // drawn again when it has settled
}

const isSettled = () => performance.now() - movedAt >= SETTLES;

/**
 * The items that are listed, the newest first: those that wait, and those that a person has unsent words for,
 * which stay until the words are sent or removed. A permission request, for which an agent stands still, is
 * listed however many messages came after it.
 */
function withUnsent(items) {
  const unsent = new Map(unsentAbout().map((one) => [one.about.id, one]));
  const listed = items
    .filter(({ id, permission: asked }, i) => i < SHOWN || asked || unsent.has(id))
    .map((item) => ({ item, isOver: false }));
  for (const { id } of items) unsent.delete(id);
  for (const { about: item, sending } of unsent.values()) {
    const older = listed.findIndex((one) => one.item.at < item.at);
    listed.splice(older < 0 ? listed.length : older, 0, { item, isOver: !sending });
  }
  return listed;
}

const list = (listed) =>
  listed.length === 0
    ? empty(
        "Nothing waits for you",
        "Questions, messages, mentions, reviews, tasks and permission requests for you come here.",
      )
    : html`<ul class="waiting-list" tabindex="-1" aria-label="What waits for you">
        ${repeat(listed, ({ item }) => item.id, entry)}
      </ul>`;

/** The words for an answer, and those for a verdict with what the server said about the last act. */
const answerOf = ({ id }) => `waiting-${id}`;
const actOf = ({ id }) => draft(`act-${id}`);

const entry = ({ item, isOver }) => html`<li class="waiting-item" data-kind=${item.kind} data-item=${item.id}>
  <p class="waiting-line">
    ${avatar(item.from)}
    <span class="waiting-from">
      ${who(item.from)} <span class="quiet">${SAYS[item.kind]}</span>
      ${item.everyone ? html`<span class="badge" title="It waits for every person here">for everyone</span>` : nothing}
    </span>
    <span class="entry-time">${since(item.at)}</span>
  </p>
  ${item.permission ? permission(item) : said(item)}
  ${isOver
    ? html`<p class="quiet" role="status">It waits no longer. What you wrote stays until you send or remove it.</p>`
    : nothing}
  ${actOf(item).problem
    ? html`<p class="write-problem" role="alert">${actOf(item).problem.message}</p>`
    : nothing}
  ${may(item, "answer") ? answerBox(item) : nothing} ${may(item, "approve") ? verdictForm(item) : nothing}
  <p class="waiting-foot">
    <span class="waiting-place quiet">${item.permission ? until(item.permission) : html`in ${place(item)}`}</span>
    ${isOver ? removal(item) : acts(item)}
  </p>
</li>`;

const acts = (item) => html`${may(item, "dismiss")
  ? button(item, DISMISS[item.kind] ?? "Dismiss", () => dismiss(item))
  : nothing}
${may(item, "deny") ? decision(item, "Deny", "deny") : nothing}
${may(item, "allow") ? decision(item, "Allow", "allow", "button-main") : nothing}
${may(item, "take") ? button(item, "Take", () => take(item), "button-main") : nothing}`;

const removal = (item) => html`<button
  type="button"
  class="button"
  @click=${() => {
    keepFocus(item, () => {
      discard(draft(answerOf(item)));
      discard(actOf(item));
      changed();
    });
  }}
>
  Remove what I wrote
</button>`;

const place = (item) =>
  isName(item) ? text(item.session) : link(item, item.room ? html`#${text(item.room)}` : text(item.session));

/**
 * The use of a tool in full, each part under its name: the purpose is in the agent's words, and must not pass for
 * the input. A character that a reader would not see is a number.
 */
const permission = ({ permission: { tool, description, input } }) => html`<dl class="permission">
  <dt>Tool</dt>
  <dd class="permission-tool" dir="ltr">${visible(tool)}</dd>
  ${description
    ? html`<dt>Purpose, in the agent's words</dt>
        <dd class="waiting-text" dir="auto">${visible(description)}</dd>`
    : nothing}
  ${input
    ? html`<dt>Input</dt>
        <dd><pre class="permission-input" dir="ltr">${visible(input)}</pre></dd>`
    : nothing}
</dl>`;

const until = ({ code, expiresAt }) => html`until ${time(expiresAt)}, here or by the message <code>yes ${code}</code>`;

function said(item) {
  if (isName(item)) return html`<p class="waiting-text" dir="auto">${link(item, nameOf(item))}</p>`;
  if (item.text) return html`<p class="waiting-text" dir="auto">${item.text}</p>`;
  return item.room ? html`<p class="quiet">The words are not here: this room keeps no messages.</p>` : nothing;
}

/** The text of a review or a task is the name of what the link opens. */
const isName = ({ kind }) => kind === "review" || kind === "task";

const nameOf = ({ kind, text: name }) => name || (kind === "task" ? "(no title)" : "(no name)");

const link = (item, words) => html`<a href=${address(item)} @click=${() => set({ dialog: null })}>${words}</a>`;

const DISMISS = { message: "Mark as read", mention: "Mark as read", permission: "Not for me" };

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
  ?disabled=${actOf(item).sending}
  @click=${() => run(item, act)}
>
  ${name}
</button>`;

/**
 * Lets a tool be used, or not. A request that comes or goes moves the others: what a pointer presses right then
 * is not taken, so that nobody allows a request that was not read. A key presses what has the focus, which
 * stays on its item.
 */
const decision = (item, name, answer, extra = "") => html`<button
  type="button"
  class="button ${extra}"
  ?disabled=${actOf(item).sending}
  aria-disabled=${isSettled() ? "false" : "true"}
  @click=${(event) => {
    const isByKey = event.detail === 0;
    if (isByKey || isSettled()) run(item, () => answerPermission(item, answer));
  }}
>
  ${name}
</button>`;

/** Acts once at a time. */
async function run(item, act) {
  const mine = actOf(item);
  if (mine.sending) return;
  mine.sending = true;
  mine.about = item;
  changed();
  try {
    await keepFocus(item, act);
    mine.problem = null;
  } catch (problem) {
    mine.problem = problem;
  }
  mine.sending = false;
  changed();
}

/** Gives the focus to the list where it was on the item that goes. */
async function keepFocus(item, act) {
  const wasOn = document.querySelector(`[data-item="${item.id}"]`)?.contains(document.activeElement);
  await act();
  if (!wasOn) return;
  afterDrawing(() => {
    if (document.activeElement !== document.body) return;
    (document.querySelector(".waiting-list") ?? document.querySelector(".dialog-waiting button"))?.focus();
  });
}

const answerBox = (item) =>
  writeBox(answerOf(item), {
    label: `Answer ${item.from}`,
    act: item.room ? "talk" : "work",
    about: item,
    send: (words, once) => keepFocus(item, () => answer(item, words, once)),
  });

function verdictForm(item) {
  const mine = actOf(item);
  mine.about = item;
  const send = (event) => {
    event.preventDefault();
    const verdict = event.submitter.value;
    const comments = mine.text;
    run(item, async () => {
      await giveVerdict(item, verdict, comments.trim());
      accepted(mine, comments);
    });
  };
  return html`<form class="form" @submit=${send}>
    <textarea
      name="comments"
      class="input"
      rows="2"
      maxlength="16384"
      aria-label=${`Comments on ${nameOf(item)}`}
      placeholder="Comments, as Markdown"
      .value=${live(mine.text)}
      @input=${(event) => {
        typed(mine, event.target.value);
      }}
    ></textarea>
    <p class="form-foot">
      <button class="button" value="changes_requested" ?disabled=${mine.sending}>Request changes</button>
      <button class="button button-main" value="approved" ?disabled=${mine.sending}>Approve</button>
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

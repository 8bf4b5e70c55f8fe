import { html, nothing } from "./lib/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { placeAddress } from "./keys.js";
import { avatar, iconButton, text } from "./parts.js";
import { enter, leave } from "./login.js";
import { set, state } from "./store.js";
import { setTheme, theme } from "./theme.js";
import { waitingPanel } from "./waiting-panel.js";
import { workspaceChoice } from "./workspaces.js";

const close = () => set({ dialog: null });

/** Closes a dialog unless it was closed already, and another one perhaps opened. */
export function closeOwn(mine) {
  if (state.dialog === mine) close();
}

/** Kept up by the browser, so that it is not looked for with each drawing. */
const allDialogs = document.getElementsByTagName("dialog");

/** What had the focus when the dialog opened, and the task of the card it is in. */
let opener = null;

/**
 * Opens the dialog that was drawn; the browser keeps the focus inside. Once it is drawn no more, the focus goes
 * back to what opened it.
 */
export function openDrawn() {
  if (state.dialog === null && opener === null) return; // the browser looks through the page for a dialog
  const [drawn] = allDialogs;
  if (!drawn) giveBack();
  else if (!drawn.open) {
    opener ??= openedBy(document.activeElement ?? document.body);
    drawn.showModal();
  }
}

const openedBy = (element) => ({
  element,
  task: element.closest(".card-place")?.querySelector("[data-task]")?.dataset.task,
});

/** A card that is in another column is another element; what is gone leaves the focus to the view's head. */
function giveBack() {
  if (opener === null) return;
  const { element, task } = opener;
  opener = null;
  const focused = document.activeElement ?? document.body;
  // The browser has given it back to a button that is disabled by now, and takes it away again.
  const isLost = focused === document.body || focused.disabled;
  if (element === document.body || !isLost) return;
  const card = () => task && document.querySelector(`.board [data-task="${CSS.escape(task)}"]`);
  const isThere = element.isConnected && !element.disabled;
  const back = isThere ? element : (card() ?? document.querySelector("main h1"));
  back?.focus({ preventScroll: isThere });
}

/** A dialog over the page; a click beside it closes it. */
export const dialog = (title, content, extra = "") => html`<dialog
  class="dialog ${extra}"
  aria-label=${title}
  @close=${close}
  @click=${(event) => event.target === event.currentTarget && close()}
>
  <div class="dialog-head">
    <h2>${title}</h2>
    ${iconButton("close", "Close", close)}
  </div>
  <div class="dialog-body">${content}</div>
</dialog>`;

export function dialogs(menu) {
  if (state.dialog === "help") return dialog("Keys", keys());
  if (state.dialog === "account") return dialog("You", account());
  if (state.dialog === "waiting") return dialog("Waiting for you", waitingPanel(), "dialog-sheet dialog-waiting");
  if (state.dialog === "menu") return dialog("More", more(menu), "dialog-sheet");
  return typeof state.dialog === "function" ? state.dialog() : nothing;
}

const KEYS = [
  ["/", "Search"],
  ["w", "Waiting for you"],
  ["g n", "Now"],
  ["g r", "Rooms"],
  ["g b", "Board"],
  ["g d", "Graph of dependencies"],
  ["g l", "Timeline"],
  ["g c", "Charts"],
  ["g a", "Artifacts"],
  ["g s", "Sessions"],
  ["g v", "Two sessions side by side"],
  ["g t", "Team"],
  ["g m", "Memory"],
  ["g p", "Access, for administrators"],
  ["g u", "Audit, for administrators"],
  ["g h", "Health"],
  ["j k", "Down and up in a list"],
  ["h l", "To the list before and after"],
  ["← → ↑ ↓", "In the graph: along dependencies, and to what is beside; in the timeline: along a lane, and to the next"],
  ["+ - 0", "In the graph and the timeline: larger, smaller, fit"],
  ["c", "A new task, on the board"],
  ["m", "Move the task to another column, on the board"],
  ["y", "Copy the message"],
  ["Enter", "Open, or send what you wrote"],
  ["Shift Enter", "A new line"],
  ["Esc", "Close, go back to the board or graph, or leave the focus on one agent"],
  ["?", "This help"],
];

const keys = () => html`<dl class="keys">
  ${KEYS.map(
    ([names, what]) => html`<div>
      <dt>${names.split(" ").map((name) => html`<kbd>${name}</kbd>`)}</dt>
      <dd>${what}</dd>
    </div>`,
  )}
</dl>`;

const more = (menu) => html`<nav class="menu" aria-label="More views">
    ${menu
      .filter(([view]) => !["now", "rooms", "board", "sessions"].includes(view))
      .map(
        ([view, name]) => html`<a class="menu-item" href=${placeAddress(view)} @click=${close}>
          ${icon(view)}<span>${name}</span>
        </a>`,
      )}
  </nav>
  ${workspaceChoice()}
  <button type="button" class="account" @click=${() => set({ dialog: "account" })}>
    ${avatar(state.me.name)}<span class="account-text"><span class="cut">${text(state.me.name)}</span>
    <span class="quiet">Name, theme, log out</span></span>
  </button>`;

let problem = null;

async function rename(event) {
  event.preventDefault();
  try {
    await enter({ name: event.target.elements.name.value.trim() });
    problem = null;
    close();
  } catch (refusal) {
    problem = refusal;
    set({});
  }
}

const THEMES = [
  ["auto", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];

const account = () => html`
  ${state.me.needsToken
    ? html`<p>You are <strong>${text(state.me.name)}</strong> in the workspace ${text(state.me.workspace)}.
        To take another name, log out and in again.</p>`
    : html`<form class="form" @submit=${rename}>
        <label for="account-name">Your name, as the agents see it</label>
        <div class="form-line">
          <input
            id="account-name"
            name="name"
            class="input"
            required
            maxlength="32"
            pattern="[A-Za-z0-9][A-Za-z0-9_\\-]{0,31}"
            title="Letters, digits, - and _; at most 32"
            autocomplete="off"
            .defaultValue=${state.me.name}
          />
          <button class="button">Rename</button>
        </div>
        ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
        <p class="quiet">Workspace ${text(state.me.workspace)}</p>
      </form>`}
  ${workspaceChoice()}
  <fieldset class="choice">
    <legend>Theme</legend>
    ${THEMES.map(
      ([value, name]) => html`<label
        ><input
          type="radio"
          name="theme"
          value=${value}
          ?checked=${theme() === value}
          @change=${() => {
            setTheme(value);
            set({});
          }}
        />${name}</label
      >`,
    )}
  </fieldset>
  <p class="dialog-foot">
    <button type="button" class="button" @click=${leave}>Log out</button>
    <span class="quiet">Parley ${state.me.version}</span>
  </p>
`;

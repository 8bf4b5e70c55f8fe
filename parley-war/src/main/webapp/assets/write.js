// The box a person writes in: Enter sends, Shift and Enter begins a new line.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { may } from "./rights.js";
import { changed } from "./store.js";

/** More than one panel shows at once. */
const MOST = 100;
const drafts = new Map();

function draft(key) {
  if (!drafts.has(key)) {
    drafts.set(key, { text: "", sending: false, problem: null });
    if (drafts.size > MOST) drafts.delete(drafts.keys().next().value);
  }
  return drafts.get(key);
}

/**
 * @param {string} key which draft it is
 * @param {{label: string, act: string, send: (text: string) => Promise<any>, above?: any}} options the right
 *   that sending needs is `act`
 */
export function writeBox(key, { label, act, send, above = nothing }) {
  if (!may(act)) return html`<p class="quiet panel-text write-not">You can read here, and not write.</p>`;
  const mine = draft(key);
  const submit = async (form) => {
    const box = form.elements.text;
    const text = box.value.trim();
    if (!text || mine.sending) return;
    mine.sending = true;
    changed();
    try {
      await send(text);
      mine.text = "";
      mine.problem = null;
      box.value = "";
    } catch (problem) {
      mine.problem = problem;
    }
    mine.sending = false;
    changed();
  };
  return html`<form
    class="write"
    @submit=${(event) => {
      event.preventDefault();
      submit(event.currentTarget);
    }}
  >
    ${above}
    ${mine.problem ? html`<p class="write-problem" role="alert">${mine.problem.message}</p>` : nothing}
    <div class="write-line">
      <textarea
        name="text"
        rows="1"
        aria-label=${label}
        placeholder=${label}
        .defaultValue=${mine.text}
        @input=${(event) => {
          mine.text = event.target.value;
        }}
        @keydown=${(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit(event.target.form);
        }}
      ></textarea>
      <button class="button button-main write-send" ?disabled=${mine.sending} aria-label="Send">
        ${icon("send")}<span class="wide-only">Send</span>
      </button>
    </div>
  </form>`;
}

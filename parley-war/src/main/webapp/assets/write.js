// The box a person writes in: Enter sends, Shift and Enter begins a new line.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { live } from "./lib/lit-html/directives/live.js";
import { accepted, draft, once, typed } from "./drafts.js";
import { icon } from "./icons.js";
import { may } from "./rights.js";
import { changed } from "./store.js";

/**
 * @param {string} key which draft it is
 * @param {{label: string, act: string, send: (text: string, once: (body: object) => object) => Promise<any>,
 *   above?: any, about?: any}} options the right that sending needs is `act`; the body that is sent goes through
 *   `once`, which gives it its key; `about` is the item that is answered
 */
export function writeBox(key, { label, act, send, above = nothing, about = null }) {
  if (!may(act)) return html`<p class="quiet panel-text write-not">You can read here, and not write.</p>`;
  const mine = draft(key);
  mine.about = about;
  const submit = async () => {
    const sent = mine.text;
    if (!sent.trim() || mine.sending) return;
    mine.sending = true;
    changed();
    try {
      await send(sent.trim(), once(mine));
      accepted(mine, sent);
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
      submit();
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
        .value=${live(mine.text)}
        @input=${(event) => {
          typed(mine, event.target.value);
        }}
        @keydown=${(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      ></textarea>
      <button class="button button-main write-send" ?disabled=${mine.sending} aria-label="Send">
        ${icon("send")}<span class="wide-only">Send</span>
      </button>
    </div>
  </form>`;
}

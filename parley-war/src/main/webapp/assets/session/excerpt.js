// A part of what was said in a session: the newest messages, and more of them when asked.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { messages } from "../conversation.js";
import { changed, state } from "../store.js";
import { agentAddress, placeAddress, threadsOf } from "./places.js";

const FEW = 10;
const MORE = 40;
const CUT = "Only the newest messages of the session were looked through.";

/** In place of an excerpt, where there is nothing in it. */
export const nothingSaid = (words, isCut) =>
  html`<p class="quiet panel-text">${words}${isCut ? ` ${CUT}` : nothing}</p>`;

/** The number of those that are shown, with the name of the part. */
let asked = { key: null, count: FEW };

/**
 * @param {string} key which part it is
 * @param {string} session
 * @param {import("../conversation.js").Said[]} all oldest first
 * @param {{isCut: boolean, within?: ?string}} how whether older events were not looked through; the thread
 *     that goes without saying
 */
export function excerpt(key, session, all, { isCut, within = null }) {
  if (asked.key !== key) asked = { key, count: FEW };
  const earlier = Math.max(0, all.length - asked.count);
  const more = () => {
    asked = { key, count: asked.count + MORE };
    changed();
  };
  return html`${earlier
      ? html`<p class="excerpt-edge">
          <button type="button" class="link" @click=${more}>${earlier} earlier<span class="unseen"> messages</span></button>
        </p>`
      : isCut
        ? html`<p class="quiet excerpt-edge">${CUT}</p>`
        : nothing}
    <ol class="messages" data-rows>
      ${messages(all.slice(earlier), {
        mine: [state.me.name],
        agentAddress: (agent) => agentAddress(session, agent),
        threads: threadsOf(session, within),
        placeAddress: ({ seq }) => placeAddress(session, seq),
      })}
    </ol>`;
}

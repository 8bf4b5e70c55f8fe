// The verdicts on an artifact, and the form for one, which stands below the text at any length.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { live } from "../lib/lit-html/directives/live.js";
import { announce } from "../announce.js";
import { path, post } from "../api.js";
import { accepted, draft, typed } from "../drafts.js";
import { avatar, prose, text, time, verdict, who } from "../parts.js";
import { touch } from "../resources.js";
import { may } from "../rights.js";
import { afterDrawing, changed, state } from "../store.js";

const isMine = ({ reviewer }) => reviewer === state.me.name;

const mayAnswer = (review) => review.status === "pending" && ((isMine(review) && may("work")) || may("lead"));

export const verdictOf = (review) => html`<article class="review" aria-label=${`Review by ${review.reviewer}`}>
  <p class="message-line">
    ${avatar(review.reviewer)} ${who(review.reviewer)} ${verdict(review.status)}
    <span class="quiet">asked by ${text(review.requester)}</span>
    <span class="entry-time">${time(review.updatedAt)}</span>
  </p>
  ${review.comments ? prose(review.comments, [state.me.name]) : nothing}
</article>`;

/** The verdicts that the person may give, the own one first; only the first form is open. */
export function verdictBar(session, reviews) {
  const asked = reviews.filter(mayAnswer).sort((a, b) => Number(isMine(b)) - Number(isMine(a)));
  if (asked.length === 0) return nothing;
  return html`<section class="verdict-bar scroll" aria-label="Verdict">
    ${asked.map((review, i) => answer(session, review, i === 0))}
  </section>`;
}

function answer(session, review, isOpen) {
  const mine = draft(`verdict:${session}/${review.id}`);
  const send = async (event) => {
    event.preventDefault();
    if (mine.sending) return;
    const sent = mine.text;
    const comments = sent.trim();
    mine.sending = true;
    mine.problem = null;
    changed();
    try {
      await post(path`sessions/${session}/reviews/${review.id}`, {
        verdict: event.submitter.value,
        ...(comments ? { comments } : {}),
      });
      accepted(mine, sent);
      announce("The verdict is sent.");
      afterDrawing(() => document.activeElement === document.body && document.querySelector(".shelf-content")?.focus());
    } catch (refusal) {
      mine.problem = refusal;
    }
    mine.sending = false;
    touch(`artifact:${session}`, 0);
    touch(`artifacts:${session}`, 0);
    changed();
  };
  const id = `comments-${review.id}`;
  return html`<details class="answer" ?open=${isOpen}>
    <summary>${isMine(review) ? "Your verdict" : `A verdict in place of ${review.reviewer}`}</summary>
    <form class="verdict-form" @submit=${send}>
      ${mine.problem ? html`<p class="write-problem" role="alert">${mine.problem.message}</p>` : nothing}
      <label class="unseen" for=${id}>Comments, as Markdown</label>
      <textarea
        id=${id}
        name="comments"
        class="input"
        rows="2"
        maxlength="16384"
        placeholder="Comments, as Markdown"
        .value=${live(mine.text)}
        @input=${(event) => typed(mine, event.target.value)}
      ></textarea>
      <p class="verdict-choice">
        <button class="button" value="changes_requested" ?disabled=${mine.sending}>Request changes</button>
        <button class="button button-main" value="approved" ?disabled=${mine.sending}>Approve</button>
      </p>
    </form>
  </details>`;
}

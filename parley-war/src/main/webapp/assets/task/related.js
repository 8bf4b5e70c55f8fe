// The things that belong to a task: its artifacts with their verdicts, and the messages about it.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { draft, holds } from "../drafts.js";
import { count, words } from "../format.js";
import { byName } from "../made.js";
import { avatar, prose, shown, text, time, verdict, who } from "../parts.js";
import { may } from "../rights.js";
import { at } from "../router.js";
import { talkOf } from "../run.js";
import { saidIn } from "../said.js";
import { excerpt, nothingSaid } from "../session/excerpt.js";
import { sayIn } from "../session/thread.js";
import { state } from "../store.js";
import { writeBox } from "../write.js";

/** Posted for the task, or named by a gate of it. */
export function artifactsFor(task, items) {
  const gates = new Set((task.gates ?? []).filter(({ kind }) => kind === "artifact").map(({ name }) => name));
  return items.filter((one) => one.task === task.id || gates.has(one.name));
}

/** @param {object[]} artifacts the versions that belong to the task */
export function artifactsPanel(session, artifacts) {
  const reviews = artifacts.reduce((sum, one) => sum + one.reviews.length, 0);
  return html`<section class="panel" aria-labelledby="task-artifacts-title">
    <div class="panel-head">
      <h2 id="task-artifacts-title">Artifacts and reviews</h2>
      ${artifacts.length
        ? html`<span class="quiet">${count(byName(artifacts).length, "artifact")}, ${count(reviews, "review")}</span>`
        : nothing}
    </div>
    ${artifacts.length
      ? html`<ul class="task-artifacts">
          ${byName(artifacts).map((versions) => artifact(session, versions))}
        </ul>`
      : html`<p class="quiet panel-text">No artifact was posted for this task.</p>`}
  </section>`;
}

/** All versions of one name: the newest is opened, the others are linked to. */
function artifact(session, [newest, ...others]) {
  const all = [newest, ...others];
  const reviews = all.flatMap((one) => one.reviews.map((review) => ({ review, of: one })));
  return html`<li class="task-artifact">
    <p class="message-line">
      <a class="entry-what" href=${at`sessions/${session}/artifacts/${newest.id}`}>${text(newest.name || "(no name)")}</a>
      <span class="badge">${words(newest.type)}</span>
      ${newest.version > 1 ? html`<span class="badge">version ${newest.version}</span>` : nothing}
      <span class="quiet">by</span> ${who(newest.createdBy)}
      <span class="entry-time">${time(newest.createdAt)}</span>
    </p>
    ${others.length
      ? html`<p class="quiet task-versions">
          Earlier versions:
          ${others.map((one) => html`<a href=${at`sessions/${session}/artifacts/${one.id}`}>version ${one.version}</a> `)}
        </p>`
      : nothing}
    ${reviews.length === 0
      ? html`<p class="quiet">Nobody was asked for a verdict.</p>`
      : reviews
          .sort((a, b) => b.review.updatedAt.localeCompare(a.review.updatedAt))
          .map(({ review, of }) => verdictOn(session, review, of, newest.version > 1))}
    ${all.some((one) => one.reviewsTruncated) ? html`<p class="quiet">More reviews are on the artifact's page.</p>` : nothing}
  </li>`;
}

const mayAnswer = ({ reviewer, status }) =>
  status === "pending" && ((reviewer === state.me.name && may("work")) || may("lead"));

const verdictOn = (session, review, { id, version }, namesVersion) => html`<article
  class="task-review"
  aria-label=${`Review by ${review.reviewer}`}
>
  <p class="message-line">
    ${avatar(review.reviewer)} ${who(review.reviewer)} ${verdict(review.status)}
    ${namesVersion ? html`<span class="quiet">on version ${version}</span>` : nothing}
    <span class="quiet">asked by ${text(review.requester)}</span>
    <span class="entry-time">${time(review.updatedAt)}</span>
  </p>
  ${review.comments ? prose(review.comments, [state.me.name]) : nothing}
  ${mayAnswer(review)
    ? html`<p><a class="button" href=${at`sessions/${session}/artifacts/${id}`}>Read and decide</a></p>`
    : nothing}
</article>`;

/** It is in the task's thread, its metadata name the task, or its words have the id. */
const isAbout =
  (id) =>
  ({ message }) =>
    message?.thread === id || Object.values(message?.metadata ?? {}).includes(id) || message?.text.includes(id);

/** Found again where another message came: every word of every message is looked at. */
let found = { id: null, events: null, all: [] };

function messagesAbout(id, events) {
  if (found.id !== id || found.events !== events) {
    found = { id, events, all: saidIn(events.filter(isAbout(id))) };
  }
  return found.all;
}

/**
 * The agent a message about the task is for; null: everyone. Words that were begun for one agent stay for that
 * one, though the task is with another meanwhile, or with nobody.
 */
function recipient(task, key) {
  const mine = draft(key);
  if (!holds(mine)) mine.to = task.assignee && task.assignee !== state.me.name ? task.assignee : null;
  return mine.to;
}

export function messagesPanel(session, task) {
  const key = `task:${session}/${task.id}`;
  const to = recipient(task, key);
  return html`<section class="panel" aria-labelledby="task-messages-title">
    <div class="panel-head"><h2 id="task-messages-title">Messages</h2></div>
    ${shown(talkOf(session), "the messages", ({ events, cut }) => {
      const all = messagesAbout(task.id, events);
      return all.length
        ? excerpt(key, session, all, { isCut: cut, within: task.id })
        : nothingSaid(
            "No message names this task. Agents name it as thread or in the metadata of a message.",
            cut,
          );
    })}
    ${writeBox(key, {
      label: to ? `Message ${to} about this task` : "Message everyone about this task",
      act: "work",
      send: (said, once) => sayIn(session, task.id, said, once, to),
    })}
  </section>`;
}

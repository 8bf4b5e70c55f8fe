// One thread of a session: the messages under one name, and a box to answer there.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { path, post } from "../api.js";
import { board } from "../board.js";
import { icon } from "../icons.js";
import { knownArtifact } from "../made.js";
import { shown, text } from "../parts.js";
import { touch } from "../resources.js";
import { at } from "../router.js";
import { talkOf } from "../run.js";
import { saidIn } from "../said.js";
import { writeBox } from "../write.js";
import { excerpt, nothingSaid } from "./excerpt.js";
import { closeAside, threadTitle } from "./places.js";

/**
 * Says something in a thread, to everyone or to one agent.
 *
 * @param {(body: object) => object} once gives the body its key
 */
export async function sayIn(session, thread, words, once, to = null) {
  await post(path`sessions/${session}/messages`, once({ text: words, thread, ...(to ? { to } : {}) }));
  touch(`talk:${session}`, 0);
}

export function threadPanel(route, session, name) {
  const isOfTask = board(session).tasks.has(name);
  return html`<section class="panel" aria-labelledby="thread-title">
    <div class="panel-head">
      <h2 id="thread-title" class="cut">Thread ${text(threadTitle(session, name))}</h2>
      ${isOfTask ? html`<a href=${at`sessions/${session}/tasks/${name}`}>Task</a>` : nothing}
      ${knownArtifact(session, name) ? html`<a href=${at`sessions/${session}/artifacts/${name}`}>Artifact</a>` : nothing}
      <button
        type="button"
        class="icon-button"
        aria-label="Close the thread"
        title="Close"
        data-close
        @click=${() => closeAside(route)}
      >
        ${icon("close")}
      </button>
    </div>
    ${shown(talkOf(session), "the thread", ({ events, cut }) => {
      const all = saidIn(events).filter(({ thread }) => thread === name);
      return all.length
        ? excerpt(`thread:${session}/${name}`, session, all, { isCut: cut, within: name })
        : nothingSaid("Nothing that you may read was said under this name.", cut);
    })}
    ${writeBox(`talk-thread:${session}/${name}`, {
      label: "Answer everyone in the thread",
      act: "work",
      send: (words, once) => sayIn(session, name, words, once),
    })}
  </section>`;
}

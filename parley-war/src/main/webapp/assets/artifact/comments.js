// Comments on the lines of an artifact: messages of its session, in the thread named by its id. Their
// metadata say which line each is about.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { announce } from "../announce.js";
import { path, post } from "../api.js";
import { avatar, chosenMark, isChosen, prose, time, who } from "../parts.js";
import { touch } from "../resources.js";
import { talkOf } from "../run.js";
import { afterDrawing, changed, state } from "../store.js";
import { writeBox } from "../write.js";

/** So many characters of the name of a file go with a comment. */
const MAX_VALUE = 1024;

/**
 * @typedef {object} Place
 * @property {string} artifact
 * @property {string} title the artifact, as people read it
 * @property {string} file the file within it, cut to what a comment has of it; empty where it is one itself
 * @property {"new"|"old"} side a line that was taken out is on the old side
 * @property {number} line
 * @property {string} key by which its comments are found
 */

/** The lines whose boxes are open, each person's own. */
const open = new Set();

/** @returns {Place} */
export function placed({ artifact, title, file, side, line }) {
  const name = file.slice(0, MAX_VALUE);
  return { artifact, title, file: name, side, line, key: JSON.stringify([artifact, name, side, line]) };
}

const boxOf = ({ key }) => `${state.me.name} ${key}`;

export const isOpen = (place) => open.has(boxOf(place));

/** Opens the box of a line, or closes it; what was typed stays. */
export function toggle(place) {
  if (open.delete(boxOf(place))) return;
  open.add(boxOf(place));
}

/**
 * @param {string} session
 * @param {Array<{id: string, title: string}>} artifacts
 * @returns {{byKey: Map<string, object[]>, areCut: boolean}} the comments on these artifacts by the key of the line
 *     that each is about; whether older messages were not looked through
 */
export function commentsOn(session, artifacts) {
  const titles = new Map(artifacts.map(({ id, title }) => [id, title]));
  const { events, cut } = talkOf(session).data ?? { events: [], cut: false };
  const byKey = new Map();
  for (const { kind, message, at } of events) {
    const about = kind === "message_said" ? message.metadata : null;
    if (!about || !titles.has(about.artifact) || !/^[1-9]\d{0,8}$/.test(about.line ?? "")) continue;
    const place = placed({
      artifact: about.artifact,
      title: titles.get(about.artifact),
      file: about.file ?? "",
      side: about.side === "old" ? "old" : "new",
      line: Number(about.line),
    });
    if (!byKey.has(place.key)) byKey.set(place.key, []);
    byKey.get(place.key).push({ ...message, place, sentAt: message.sentAt ?? at });
  }
  return { byKey, areCut: cut };
}

export const at = ({ byKey }, { key }) => byKey.get(key) ?? [];

/** Those that no line shows, as the lines they are about are not in what is shown. */
export const others = ({ byKey }, places) => {
  const shown = new Set(places.map(({ key }) => key));
  return [...byKey].filter(([key]) => !shown.has(key)).flatMap(([, all]) => all);
};

const inCode = (name) => `\`${name.replace(/[\s`]+/g, " ").trim() || "(no name)"}\``;

/** The words for a line. */
export const placeName = ({ side, line }) => (side === "old" ? `old line ${line}` : `line ${line}`);

/** The first paragraph of a comment, by which it is understood where nothing shows the line. */
const firstOf = (place) =>
  place.file
    ? `On ${inCode(place.file)}, ${placeName(place)}, in ${inCode(place.title)}:`
    : `On ${inCode(place.title)}, ${placeName(place)}:`;

/** The words of a comment; the paragraph that this page writes before them stands beside its line already. */
const wordsOf = ({ text, place }) => {
  const first = `${firstOf(place)}\n\n`;
  return text.startsWith(first) ? text.slice(first.length) : text;
};

export const commentList = (all, { named = false } = {}) => html`<ul class="line-comments">
  ${all.map(
    (one) => html`<li class="line-comment">
      <p class="message-line">
        ${avatar(one.from)} ${who(one.from)} ${isChosen(one.verified) ? chosenMark : nothing}
        ${named ? html`<span class="quiet">${one.place.file} ${placeName(one.place)}</span>` : nothing}
        <span class="entry-time">${time(one.sentAt)}</span>
      </p>
      ${prose(wordsOf(one), [state.me.name])}
    </li>`,
  )}
</ul>`;

/**
 * The box in which a comment on a line is written.
 *
 * @param {(inBox: ?Element) => ?HTMLElement} lineOf finds what takes the focus when the box is gone
 */
export function commentBox(session, place, lineOf) {
  const key = `line:${session}/${place.key}`;
  return writeBox(key, {
    label: `Comment on ${placeName(place)}`,
    act: "work",
    send: async (words, once) => {
      const line = lineOf(document.activeElement);
      await post(
        path`sessions/${session}/messages`,
        once({
          text: `${firstOf(place)}\n\n${words}`,
          thread: place.artifact,
          metadata: {
            artifact: place.artifact,
            line: String(place.line),
            ...(place.file ? { file: place.file } : {}),
            ...(place.side === "old" ? { side: "old" } : {}),
          },
        }),
      );
      open.delete(boxOf(place));
      touch(`talk:${session}`, 0);
      announce("The comment is sent.");
      changed();
      afterDrawing(() => line?.focus());
    },
  });
}

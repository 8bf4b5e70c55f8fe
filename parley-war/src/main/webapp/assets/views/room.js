// One room: what is said in it, who is here, threads, and a box to say something oneself.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { get, path, post, put, remove } from "../api.js";
import { goToEnd, messages, scroller } from "../conversation.js";
import { draft } from "../drafts.js";
import { count } from "../format.js";
import { icon } from "../icons.js";
import { isEphemeral, openAt, roomLog } from "../logs.js";
import { avatar, empty, head, iconButton, loading, refused, shown, text, who } from "../parts.js";
import { touch, use } from "../resources.js";
import { may } from "../rights.js";
import { instead, withQuery } from "../router.js";
import { changed, state } from "../store.js";
import { markRead, myNames } from "../unread.js";
import { writeBox } from "../write.js";
import { readRooms } from "../live.js";

export const title = ({ params }) => params.room;

let problem = null;
let showsPeople = false;

const ofRoom = (message) => ({
  id: message.id,
  seq: message.seq,
  at: message.sentAt,
  agent: message.from.agent,
  name: message.from.nickname,
  verified: message.verified !== false,
  text: message.text,
  to: null,
  reply: message.inReplyTo,
});

/** Made once for each message, so that rows are compared by what they show. */
const made = new WeakMap();

function said(message) {
  if (!made.has(message)) made.set(message, ofRoom(message));
  return made.get(message);
}

export function view(route) {
  const name = route.params.room;
  const room = use(`room:${name}`, () => get(path`rooms/${name}`));
  const log = roomLog(name);
  const at = Number(route.query.at) || null;
  openAt(log, at);
  const { thread } = route.query;
  if (log.opened && log.following && !log.hasNewer && log.items.length) markRead(name, log.items.at(-1).seq);
  return html`${head(html`<span class="room-hash">#</span>${text(name)}`, {
      sub: sub(room.data),
      actions: room.data || room.problem?.status === 404 ? actions(name, room.data, log) : nothing,
    })}
    ${problem ? html`<p class="write-problem" role="alert">${problem.message}</p>` : nothing}
    <div class="room" data-side=${thread ? "thread" : showsPeople ? "people" : "none"}>
      <section class="panel room-talk" aria-label="Conversation">${talk(route, name, log, at)}</section>
      ${thread ? threadPanel(route, name, thread) : people(name, room)}
    </div>`;
}

const sub = (room) =>
  room
    ? html`${count(room.members.length, "member")}${room.durable
        ? nothing
        : html` · <span title="What is said here is never written to disk">ephemeral</span>`}${room.nickname
        ? html` · you are ${who(room.nickname)}`
        : nothing}`
    : nothing;

function actions(name, room, log) {
  const act = async (work) => {
    try {
      await work();
      problem = null;
    } catch (refusal) {
      problem = refusal;
    }
    touch(`room:${name}`, 0);
    if (!log.opened) log.open();
    await readRooms().catch(() => {});
    changed();
  };
  return html`<a class="button wide-only" href=${`#/search?${new URLSearchParams({ room: name })}`}>${icon("search")}Search</a>
    <button
      type="button"
      class="button narrow-only"
      aria-expanded=${showsPeople}
      @click=${() => {
        showsPeople = !showsPeople;
        changed();
      }}
    >
      ${icon("team")}People
    </button>
    ${!may("talk")
      ? nothing
      : room?.nickname
      ? html`<button type="button" class="button" @click=${() => act(() => remove(path`rooms/${name}/seat`))}>
          Leave
        </button>`
      : html`<button
          type="button"
          class="button button-main"
          @click=${() => act(() => put(path`rooms/${name}/seat`))}
        >
          Join
        </button>`}`;
}

function talk(route, name, log, at) {
  if (!log.opened) return log.problem ? refused(log.problem, () => log.open()) : loading("the room");
  const byId = new Map(log.items.map((message) => [message.id, message]));
  const original = (id) => (byId.has(id) ? said(byId.get(id)) : null);
  const rows = messages(log.items.map(said), {
    mine: myNames(name),
    marked: at,
    original,
    onReply: isEphemeral(name) || !may("talk") ? null : (message) => {
      box(name).answers = message;
      changed();
      document.querySelector(".room-talk textarea")?.focus();
    },
    threadAddress: (id) => withQuery(route, { thread: id, at: null }),
  });
  return html`${log.items.length === 0 && !log.hasOlder
      ? isEphemeral(name)
        ? empty("Messages of this room are not stored", "What is said while this page is open shows up here.")
        : empty("Nothing has been said here yet", "Say the first word below; agents in the room hear it at once.")
      : scroller(log, rows, {
          label: `Messages in ${name}`,
          goTo: at === null ? undefined : String(at),
          edge: isEphemeral(name) ? "Earlier messages of this room are not stored." : undefined,
        })}
    ${writeBox(`room:${name}`, {
      label: `Message ${name}`,
      act: "talk",
      above: answers(name),
      send: (words, once) => send(name, log, words, once, box(name)),
    })}`;
}

/** The draft of the box below the conversation, which knows the message it answers. */
const box = (name) => draft(`room:${name}`);

const answers = (name) => {
  const mine = box(name);
  const message = mine.answers;
  if (!message) return nothing;
  const stop = () => {
    mine.answers = null;
    changed();
  };
  return html`<p class="answering">
    ${icon("reply")}<span class="cut">to ${who(message.name)}: ${text(message.text.slice(0, 200))}</span>
    ${iconButton("close", "Answer nobody in particular", stop, "answering-close")}
  </p>`;
};

async function send(name, log, words, once, mine) {
  const { me } = state; // who may log out meanwhile
  const answered = mine.answers;
  const inReplyTo = answered?.id ?? null;
  const receipt = await post(path`rooms/${name}/messages`, once({ text: words, inReplyTo }));
  if (mine.answers === answered) mine.answers = null;
  const nickname = state.rooms?.find((room) => room.name === name)?.nickname ?? me.name;
  const message = { ...receipt, from: { agent: me.name, nickname }, text: words, inReplyTo };
  if (log.following && !log.hasNewer) log.sent(message);
  else if (inReplyTo === null) await goToEnd(log, document.querySelector(".room-talk .conversation"));
  if (inReplyTo) touch(`thread:${name}/`, 0);
}

function people(name, room) {
  const agents = new Map((room.data?.people ?? []).map((one) => [one.nickname, one.agent]));
  const online = (nickname) => state.agents.get(agents.get(nickname))?.online;
  return html`<aside class="panel room-side" aria-labelledby="people-title">
    <div class="panel-head"><h2 id="people-title">Who is here</h2></div>
    ${shown(room, "who is here", ({ members, nickname }) =>
      members.length === 0
        ? html`<p class="quiet panel-text">Nobody at the moment. The room stays.</p>`
        : html`<ul class="people scroll" tabindex="0" aria-label="Members">
            ${members.slice(0, 300).map(
              (member) => html`<li class="person">
                ${avatar(member)}<bdi class="cut">${member}</bdi>
                ${member === nickname
                  ? html`<span class="badge badge-live">you</span>`
                  : online(member)
                    ? html`<span class="presence presence-inline" data-online="true"><span class="unseen">online</span></span>`
                    : nothing}
              </li>`,
            )}
          </ul>`,
    )}
  </aside>`;
}

/** In a thread it goes without saying that one answers its first message. */
const answerIn = (first, item) => (item.inReplyTo === first ? { ...said(item), reply: null } : said(item));

function threadPanel(route, name, id) {
  const thread = use(`thread:${name}/${id}`, () => get(path`rooms/${name}/threads/${id}`));
  const close = () => instead(withQuery(route, { thread: null }));
  return html`<aside class="panel room-side" aria-labelledby="thread-title">
    <div class="panel-head">
      <h2 id="thread-title">Thread</h2>
      <button type="button" class="icon-button" aria-label="Close the thread" data-close @click=${close}>
        ${icon("close")}
      </button>
    </div>
    ${shown(thread, "the thread", ({ items, truncated }) => {
      const first = items[0]?.id;
      const all = items.map((item) => answerIn(first, item));
      const byId = new Map(all.map((message) => [message.id, message]));
      return html`<div class="scroll conversation" tabindex="0" aria-label="Messages of the thread" role="log" aria-live="off">
        ${truncated ? html`<p class="quiet conversation-edge">Only a part of it is shown.</p>` : nothing}
        <ol class="messages">
          ${messages(all, {
            mine: myNames(name),
            marked: null,
            original: (of) => byId.get(of) ?? null,
            onReply: null,
            threadAddress: null,
          })}
        </ol>
      </div>`;
    })}
    ${writeBox(`thread:${name}/${id}`, {
      label: "Answer in the thread",
      act: "talk",
      send: (words, once) => send(name, roomLog(name), words, once, { answers: { id } }),
    })}
  </aside>`;
}

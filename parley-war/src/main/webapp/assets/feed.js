// What is happening, of all topics, in the order of time; bounded.

const MOST = 500;
const LONGEST = 2000;

/**
 * @typedef {object} Entry
 * @property {string} key `topic#seq`, never twice in the feed
 * @property {string} topic `room:NAME` or `session:ID`
 * @property {number} seq position in the topic
 * @property {string} at when, as the server wrote it
 * @property {"message"|"room"|"thought"|"task"|"artifact"|"review"|"memory"|"session"} kind
 * @property {?string} id of the message
 * @property {?string} agent who did it
 * @property {boolean} isSummary a summary was saved; of the kind session alone
 * @property {boolean} repeats a message about an event that has an entry of its own
 * @property {boolean} verified false where one who said something had chosen the name
 */

export class Feed {
  /** @type {Entry[]} oldest first */
  entries = [];
  /** Set once the past has been read. */
  loaded = false;
  #keys = new Set();
  #floors = new Map();
  #marks = new Map();
  #caughtUp = new Set();

  /** The position up to which a topic is here without a hole, or undefined. */
  mark(topic) {
    return this.#marks.get(topic);
  }

  /** @returns {boolean} whether it was new */
  add(entry) {
    if (this.#keys.has(entry.key) || entry.seq <= (this.#floors.get(entry.topic) ?? -1)) return false;
    let at = this.entries.length;
    while (at > 0 && this.entries[at - 1].at > entry.at) at--;
    if (at === 0 && this.entries.length >= MOST) return false;
    this.entries.splice(at, 0, entry);
    this.#keys.add(entry.key);
    if (this.entries.length > MOST) {
      const gone = this.entries.shift();
      this.#keys.delete(gone.key);
      this.#floors.set(gone.topic, Math.max(gone.seq, this.#floors.get(gone.topic) ?? -1));
    }
    return true;
  }

  /** A stream began: of no topic is it known that it is here without a hole up to the stream. */
  streamBegan() {
    this.#caughtUp = new Set();
  }

  /**
   * Begins to read what the stream before did not bring of a topic.
   *
   * @returns {() => void} to be called once it is here; of no effect where another stream began
   */
  catchingUp(topic) {
    const since = this.#caughtUp;
    return () => since.add(topic);
  }

  /** What the stream brought. */
  arrived(entry) {
    this.add(entry);
    if (this.#caughtUp.has(entry.topic)) this.advance(entry.topic, entry.seq);
  }

  /** Up to there nothing of the topic is missing. */
  advance(topic, seq) {
    if (seq > (this.#marks.get(topic) ?? -1)) this.#marks.set(topic, seq);
  }

  clear() {
    this.entries = [];
    this.loaded = false;
    this.#keys.clear();
    this.#floors.clear();
    this.#marks.clear();
    this.#caughtUp = new Set();
  }
}

const short = (text) => (text && text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** @returns {Entry} */
export function ofRoom(message) {
  const topic = `room:${message.room}`;
  return {
    key: `${topic}#${message.seq}`,
    topic,
    seq: message.seq,
    at: message.sentAt,
    kind: "room",
    agent: message.from.agent,
    nickname: message.from.nickname,
    verified: message.verified !== false,
    room: message.room,
    id: message.id,
    text: short(message.text),
  };
}

/** The metadata of a message to an agent about an event; no agent can write it. */
const EVENT = "parley.event";

const KINDS = {
  message_said: "message",
  task_changed: "task",
  artifact_posted: "artifact",
  review_changed: "review",
  memory_changed: "memory",
  session_started: "session",
  summary_saved: "session",
};

/** @returns {Entry} */
export function ofEvent(event) {
  const topic = `session:${event.session}`;
  const { message } = event;
  return {
    ...event,
    key: `${topic}#${event.seq}`,
    topic,
    kind: KINDS[event.kind] ?? "session",
    agent: event.agent ?? message?.from ?? null,
    verified: message?.verified !== false,
    isSummary: event.kind === "summary_saved",
    repeats: Boolean(message?.metadata?.[EVENT]),
    id: message?.id ?? null,
    message: message && { id: message.id, to: message.to, thread: message.thread },
    text: message ? short(message.text) : null,
  };
}

// A window on one topic: some hundreds of items in the order of their positions, without a hole,
// that slides by cursor in both directions and takes what the stream brings while it is at the end.

import { unlessLost } from "./api.js";

const MOST = 300;
/** At the end between so few and so many are kept: taking one away moves all the others. */
const FEWEST_FOLLOWING = 100;
const MOST_FOLLOWING = 160;
const PAGE = 100;
const PAGES_TO_CATCH_UP = 5;

export class Log {
  items = [];
  loading = false;
  problem = null;
  opened = false;
  /** Whether there is more before the first and after the last item. */
  hasOlder = false;
  hasNewer = false;
  /** What arrived since the reader left the end. */
  unseen = 0;
  /** The position it was opened around, where an address named one. */
  around = null;
  /** Whether the reader looks at the end; then the beginning is let go instead of the end. */
  following = true;

  #read;
  #changed;
  #target = null;
  /** Where reading goes on, in both directions: a page that is cut for its size is not the last. */
  #older = null;
  #caughtUp = 0;
  #synced = false;
  /** What the stream brought during a read that is to reach the end: it may be in the page or not. */
  #waiting = null;
  #queue = Promise.resolve();
  /** The hellos of the stream, and how many there had been when the work under way began. */
  #hellos = 0;
  #begunAfter = 0;

  /**
   * @param {(cursor: {after?: number, before?: number, limit: number}) => Promise<{items: {seq: number}[],
   *     next: ?number, previous: ?number, truncated: boolean}>} read
   * @param {() => void} changed
   */
  constructor(read, changed) {
    this.#read = read;
    this.#changed = changed;
  }

  /** Opens at the end, or around a position. */
  open(seq = null) {
    this.#target = seq;
    return this.#during(() => this.#openThere());
  }

  async #openThere() {
    const seq = this.#target;
    if (seq === null) {
      const page = await this.#readToEnd({ limit: PAGE });
      this.#start(page.items, page, false);
    } else {
      const before = await this.#read({ before: seq + 1, limit: PAGE / 2 });
      const after = await this.#readToEnd({ after: seq, limit: PAGE / 2 });
      this.#start([...before.items, ...after.items], { ...after, previous: before.previous }, after.truncated);
    }
  }

  older() {
    if (!this.hasOlder || this.loading) return Promise.resolve();
    return this.#during(async () => {
      const page = await this.#read({ before: this.#older, limit: PAGE });
      for (const item of page.items.reverse()) this.#insert(item);
      this.#goesBackTo(page.previous);
      if (this.items.length > MOST) {
        this.items.length = MOST;
        this.hasNewer = true;
        this.#synced = false;
      }
    });
  }

  newer() {
    if (!this.hasNewer || this.loading) return Promise.resolve();
    return this.#during(async () => {
      const page = await this.#readToEnd({ after: this.items.at(-1).seq, limit: PAGE });
      for (const item of page.items) this.#insert(item);
      if (this.items.length > MOST) {
        this.items.splice(0, this.items.length - MOST);
        this.#goesBackTo(this.items[0].seq);
      }
      if (!page.truncated && this.#waiting.length < MOST) this.#atEnd(page.next);
      this.#trimStart();
    });
  }

  /**
   * Reads what was posted while no stream was open. Called after each hello of the stream.
   *
   * @returns {Promise<?Error>} why it could not; then it is to be called again
   */
  catchUp() {
    this.#hellos++;
    this.#synced = false;
    return this.#during(async () => {
      if (!this.opened) return this.#openThere();
      for (let pages = 0; pages < PAGES_TO_CATCH_UP && !this.hasNewer; pages++) {
        const page = await this.#readToEnd({ after: this.#caughtUp, limit: PAGE }).catch(unlessLost);
        if (page === null) break;
        for (const item of page.items) this.#take(item);
        this.#caughtUp = page.next;
        if (!page.truncated && !this.hasNewer && this.#waiting.length < MOST) return this.#atEnd(page.next);
      }
      if (this.hasNewer) return undefined;
      const newest = await this.#readToEnd({ limit: PAGE });
      return this.#start(newest.items, newest, false);
    });
  }

  /** What the stream brought. During a read it waits as well, since the answer may be without it. */
  receive(item) {
    if (this.#waiting && this.#waiting.length < MOST) this.#waiting.push(item);
    if (this.#synced) this.#take(item);
    if (this.hasNewer) this.unseen++;
    this.#changed();
  }

  /** The reader's own message is stored. The stream brings it, too, and what was posted before it. */
  sent(item) {
    if (this.#synced) this.#insert(item);
    this.#changed();
  }

  /** The reader is at the end again. */
  seen() {
    if (this.unseen === 0) return;
    this.unseen = 0;
    this.#changed();
  }

  #take(item) {
    this.#caughtUp = Math.max(this.#caughtUp, item.seq);
    if (!this.#insert(item)) return;
    if (!this.following) this.unseen++;
    this.#trimStart();
    if (this.items.length > MOST) {
      this.items.pop();
      this.hasNewer = true;
      this.#synced = false;
    }
  }

  #readToEnd(cursor) {
    this.#waiting = [];
    return this.#read(cursor);
  }

  #trimStart() {
    if (this.items.length <= MOST_FOLLOWING || !this.following) return;
    this.items.splice(0, this.items.length - FEWEST_FOLLOWING);
    this.#goesBackTo(this.items[0].seq);
  }

  #insert(item) {
    let at = this.items.length;
    while (at > 0 && this.items[at - 1].seq > item.seq) at--;
    if (at > 0 && this.items[at - 1].seq === item.seq) return false;
    this.items.splice(at, 0, item);
    return true;
  }

  #goesBackTo(cursor) {
    this.#older = cursor;
    this.hasOlder = cursor !== null;
  }

  #start(items, { next, previous }, hasNewer) {
    this.items = items;
    this.opened = true;
    this.#goesBackTo(previous);
    this.hasNewer = hasNewer || this.#waiting.length >= MOST;
    this.#synced = false;
    this.unseen = 0;
    if (!this.hasNewer) this.#atEnd(next);
  }

  /** Everything up to that position is here; where a hello came meanwhile, a catch-up follows. */
  #atEnd(next) {
    this.hasNewer = false;
    this.#caughtUp = next;
    if (this.#begunAfter !== this.#hellos) return;
    this.#synced = true;
    for (const item of this.#waiting) this.#take(item);
  }

  /** One work after the other. */
  #during(work) {
    this.#queue = this.#queue.then(async () => {
      this.#begunAfter = this.#hellos;
      this.loading = true;
      this.#changed();
      try {
        await work();
        this.problem = null;
      } catch (problem) {
        this.problem = problem;
      }
      this.#waiting = null;
      this.loading = false;
      this.#changed();
      return this.problem;
    });
    return this.#queue;
  }
}

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
  /** Where reading goes on, in both directions: a page that is cut for its size is not the last. */
  #older = null;
  #caughtUp = 0;
  #synced = false;
  /** What the stream brought during a read that is to reach the end: it may be in the page or not. */
  #waiting = [];
  #queue = Promise.resolve();

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
    return this.#during(async () => {
      if (seq === null) {
        const page = await this.#readToEnd({ limit: PAGE });
        this.#start(page.items, page.previous, false);
        this.#caughtUp = Math.max(this.#caughtUp, page.next);
      } else {
        const before = await this.#read({ before: seq + 1, limit: PAGE / 2 });
        const after = await this.#readToEnd({ after: seq, limit: PAGE / 2 });
        this.#start([...before.items, ...after.items], before.previous, after.truncated);
      }
    });
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
      if (!page.truncated && this.#waiting.length < MOST) this.#atEnd();
      this.#trimStart();
    });
  }

  /** What was said while nobody listened. Called after each hello of the stream. */
  catchUp() {
    this.#synced = false;
    if (!this.opened || this.hasNewer) return this.opened ? Promise.resolve() : this.open();
    return this.#during(async () => {
      for (let pages = 0; pages < PAGES_TO_CATCH_UP; pages++) {
        const page = await this.#readToEnd({ after: this.#caughtUp, limit: PAGE }).catch(unlessLost);
        if (page === null) break;
        for (const item of page.items) this.#take(item);
        if (this.hasNewer) return undefined;
        this.#caughtUp = page.next;
        if (!page.truncated && this.#waiting.length < MOST) return this.#atEnd();
      }
      const newest = await this.#readToEnd({ limit: PAGE });
      return this.#start(newest.items, newest.previous, false);
    });
  }

  /** What the stream brought. */
  receive(item) {
    if (this.#synced) this.#take(item);
    else if (this.#waiting.length < MOST) this.#waiting.push(item);
    if (this.hasNewer) this.unseen++;
    this.#changed();
  }

  /** The reader is at the end again. */
  seen() {
    if (this.unseen === 0) return;
    this.unseen = 0;
    this.#changed();
  }

  #take(item) {
    if (!this.#insert(item)) return;
    this.#caughtUp = Math.max(this.#caughtUp, item.seq);
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

  #start(items, older, hasNewer) {
    this.items = items;
    this.opened = true;
    this.#goesBackTo(older);
    this.hasNewer = hasNewer;
    this.unseen = 0;
    if (!hasNewer) this.#atEnd();
  }

  #atEnd() {
    this.hasNewer = false;
    this.#synced = true;
    this.#caughtUp = Math.max(this.#caughtUp, this.items.at(-1)?.seq ?? 0);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const item of waiting) this.#take(item);
  }

  /** One work after the other. */
  #during(work) {
    this.#queue = this.#queue.then(async () => {
      this.loading = true;
      this.#changed();
      try {
        await work();
        this.problem = null;
      } catch (problem) {
        this.problem = problem;
      }
      this.loading = false;
      this.#changed();
    });
    return this.#queue;
  }
}

// An answer of the server that the stream keeps right: what it tells during a read counts more than
// the answer, which may be older.

export class Snapshot {
  #read;
  #put;
  #told = new Map();
  #reading = null;
  #again = false;
  #forgotten = 0;

  /**
   * @param {() => Promise<any>} read
   * @param {(answer: any) => void} put puts an answer in place of what is there
   */
  constructor(read, put) {
    this.#read = read;
    this.#put = put;
  }

  /** Done when what is there is no older than this call; rejected where the server refuses. */
  read() {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    const mine = this.#readUntilFresh().finally(() => {
      if (this.#reading !== mine) return;
      this.#reading = null;
      this.#told.clear();
    });
    this.#reading = mine;
    return mine;
  }

  /** What is read at the moment is for somebody else: its answer is put nowhere. */
  forget() {
    this.#forgotten++;
    this.#reading = null;
    this.#again = false;
    this.#told.clear();
  }

  /** Applies what the stream tells, now and to the answer on its way; of a key, the last counts. */
  tell(key, apply) {
    if (this.#reading) {
      this.#told.delete(key);
      this.#told.set(key, apply);
    }
    apply();
  }

  async #readUntilFresh() {
    const forgotten = this.#forgotten;
    do {
      this.#again = false;
      this.#told.clear();
      const answer = await this.#read();
      if (forgotten !== this.#forgotten) return;
      this.#put(answer);
      for (const apply of this.#told.values()) apply();
    } while (this.#again);
  }
}

// An answer of the server that the stream keeps right: what it tells during a read counts more than
// the answer, which may be older.

export class Snapshot {
  #read;
  #put;
  #told = new Map();
  #reading = null;
  #again = false;

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
    } else {
      this.#reading = this.#readUntilFresh().finally(() => {
        this.#reading = null;
        this.#told.clear();
      });
    }
    return this.#reading;
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
    do {
      this.#again = false;
      this.#told.clear();
      this.#put(await this.#read());
      for (const apply of this.#told.values()) apply();
    } while (this.#again);
  }
}

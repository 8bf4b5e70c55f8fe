// Keeps the place of a list that grows at both ends: at the end while the reader is there, else on
// the row that is being read. Asks for more near the ends.

const NEAR_END = 48;
const NEAR_MORE = 600;

/** @type {Map<Element, Place>} */
const places = new Map();

class Place {
  atEnd = true;
  anchor = null;
  options = {};
  #asked = false;

  constructor(element) {
    this.element = element;
    element.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.sizes = new ResizeObserver(() => {
      if (this.atEnd) this.toEnd();
    });
    this.sizes.observe(element);
  }

  /** Before a drawing: where the reader is. */
  measure() {
    this.anchor = null;
    if (this.atEnd && !this.options.hasNewer) return;
    const top = this.element.getBoundingClientRect().top;
    for (const row of this.element.querySelectorAll("[data-key]")) {
      const box = row.getBoundingClientRect();
      if (box.bottom > top) {
        this.anchor = { key: row.dataset.key, top: box.top };
        return;
      }
    }
  }

  /** After a drawing: there again. */
  settle() {
    const { element, options } = this;
    if (options.goTo === undefined) this.went = undefined; // named again later, it is gone to again
    else if (options.goTo !== this.went) {
      const row = element.querySelector(`[data-key="${CSS.escape(options.goTo)}"]`);
      if (row) {
        this.went = options.goTo;
        this.atEnd = false;
        row.scrollIntoView({ block: "center" });
        options.onPlace?.(false);
      }
      return;
    }
    if (this.atEnd && !options.hasNewer) this.toEnd();
    else if (this.anchor) {
      const row = element.querySelector(`[data-key="${CSS.escape(this.anchor.key)}"]`);
      if (row) element.scrollTop += row.getBoundingClientRect().top - this.anchor.top;
    }
    // A window that is not full yet.
    if (element.scrollHeight <= element.clientHeight + NEAR_END) this.#more();
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** Looks again whether this is the end. */
  look() {
    this.#onScroll();
  }

  #onScroll() {
    const { element } = this;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    const atEnd = below < NEAR_END && !this.options.hasNewer;
    if (atEnd !== this.atEnd) {
      this.atEnd = atEnd;
      this.options.onPlace?.(atEnd);
    }
    this.#more();
  }

  #more() {
    if (this.#asked) return;
    const { element, options } = this;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    let answer = null;
    if (element.scrollTop < NEAR_MORE && options.hasOlder) answer = options.older?.();
    else if (below < NEAR_MORE && options.hasNewer) answer = options.newer?.();
    if (!answer) return;
    this.#asked = true;
    Promise.resolve(answer).finally(() => {
      this.#asked = false;
    });
  }
}

/**
 * For lit's `ref`: makes the element a list that keeps its place.
 *
 * @param {{hasOlder?: boolean, hasNewer?: boolean, older?: () => Promise<any>, newer?: () => Promise<any>,
 *     onPlace?: (atEnd: boolean) => void, goTo?: string}} options
 */
export const keepsPlace = (options) => (element) => {
  if (!element) return;
  let place = places.get(element);
  if (!place) {
    place = new Place(element);
    places.set(element, place);
    if (options.goTo === undefined) options.onPlace?.(true);
  }
  place.options = options;
};

/** Goes to the end of the list this element is in. */
export function jumpToEnd(element) {
  const place = places.get(element);
  if (!place) return;
  place.atEnd = true;
  place.toEnd();
  place.options.onPlace?.(true);
}

/** Stays where the reader is, though it is the end: what grows there is read from its beginning. What shrinks may end there. */
export function stay(element) {
  const place = places.get(element);
  if (!place) return;
  if (place.atEnd) {
    place.atEnd = false;
    place.options.onPlace?.(false);
  }
  requestAnimationFrame(() => requestAnimationFrame(() => place.look()));
}

export function measureLists() {
  for (const [element, place] of places) {
    if (element.isConnected) place.measure();
    else {
      place.sizes.disconnect();
      places.delete(element);
    }
  }
}

export function settleLists() {
  for (const [element, place] of places) if (element.isConnected) place.settle();
}


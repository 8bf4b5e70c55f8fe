// The part of a graph that is looked at: how large it is drawn, how far it is scrolled. Kept for
// whoever comes back.

import { changed } from "../store.js";

const SMALLEST = 0.04;
const LARGEST = 2;
const STEP = 1.25;
const READABLE = 0.72;
const EDGE = 16;

/** Of the session that was shown last. */
let of = null;
let zoom = null;
let scroll = { left: 0, top: 0 };
/** @type {?HTMLElement} */
let frame = null;
/** @type {?import("./layout.js").Layout} the one that is drawn */
let drawn = null;

export const scale = () => zoom ?? 1;

/** For lit's `ref`: the element that scrolls. */
export function framed(element) {
  frame = element ?? null;
  if (!frame) {
    drawn = null;
    return;
  }
  frame.addEventListener("scroll", () => {
    if (drawn && frame) scroll = { left: frame.scrollLeft, top: frame.scrollTop };
  }, { passive: true });
  frame.addEventListener("pointerdown", drag);
}

export function forgetUnless(session) {
  if (session === of) return;
  of = session;
  zoom = null;
  scroll = { left: 0, top: 0 };
  drawn = null;
}

/**
 * Called with what is about to be drawn. A graph that is seen for the first time begins at `first`; one
 * that changed keeps the task `kept`, or what is in the middle, where it is.
 */
export function follow(layout, first, kept) {
  if (layout === drawn) return;
  const before = drawn;
  drawn = layout;
  if (!frame) {
    requestAnimationFrame(() => {
      if (drawn === layout && frame) begin(layout, first);
    });
  } else if (!before) begin(layout, first);
  else stay(before, layout, kept);
}

/** There again, or for the first time: as much as is readable, from where there is work. */
function begin(layout, first) {
  if (zoom !== null) {
    afterDrawing(() => frame?.scrollTo(scroll));
    return;
  }
  zoom = Math.max(READABLE, fitting(layout));
  changed();
  const place = first && layout.places.get(first);
  afterDrawing(() => {
    if (place) frame?.scrollTo(place.x * zoom - frame.clientWidth / 4, place.y * zoom - frame.clientHeight / 3);
  });
}

function stay(before, layout, kept) {
  const anchor = before.places.has(kept) && isSeen(before.places.get(kept)) ? kept : middle(before);
  const from = before.places.get(anchor);
  const to = layout.places.get(anchor);
  if (!from || !to) return;
  const { scrollLeft, scrollTop } = frame;
  const held = frame.contains(document.activeElement) ? document.activeElement : null;
  afterDrawing(() => {
    frame?.scrollTo(scrollLeft + (to.x - from.x) * scale(), scrollTop + (to.y - from.y) * scale());
    if (held?.isConnected) held.focus({ preventScroll: true }); // lost where its row was moved
  });
}

const isSeen = ({ x, y }) =>
  x * zoom >= frame.scrollLeft &&
  y * zoom >= frame.scrollTop &&
  x * zoom <= frame.scrollLeft + frame.clientWidth &&
  y * zoom <= frame.scrollTop + frame.clientHeight;

/** The task that is nearest to the middle of what is seen. */
function middle({ places }) {
  const x = (frame.scrollLeft + frame.clientWidth / 2) / scale();
  const y = (frame.scrollTop + frame.clientHeight / 2) / scale();
  let nearest = null;
  let least = Infinity;
  for (const [id, place] of places) {
    const distance = Math.hypot(place.x - x, place.y - y);
    if (distance < least) [nearest, least] = [id, distance];
  }
  return nearest;
}

const fitting = ({ width, height }) =>
  frame ? Math.min(1, (frame.clientWidth - 2 * EDGE) / width, (frame.clientHeight - 2 * EDGE) / height) : 1;

export const fit = () => {
  if (drawn && frame) zoomTo(fitting(drawn));
};

export const larger = () => zoomTo(scale() * STEP);
export const smaller = () => zoomTo(scale() / STEP);
export const actual = () => zoomTo(1);

/** What is in the middle stays there. */
function zoomTo(wanted) {
  const next = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  if (!frame) return;
  const { clientWidth, clientHeight } = frame;
  const x = (frame.scrollLeft + clientWidth / 2) / scale();
  const y = (frame.scrollTop + clientHeight / 2) / scale();
  zoom = next;
  changed();
  afterDrawing(() => frame?.scrollTo(x * zoom - clientWidth / 2, y * zoom - clientHeight / 2));
}

/** The drawing is asked for before this, so it comes before this in the same frame. */
function afterDrawing(act) {
  changed();
  requestAnimationFrame(act);
}

/** The background is pulled along by the mouse; fingers scroll by themselves. */
function drag(event) {
  if (event.button !== 0 || event.pointerType !== "mouse" || event.target.closest("a")) return;
  const pulled = event.currentTarget;
  const from = { x: event.clientX + pulled.scrollLeft, y: event.clientY + pulled.scrollTop };
  const move = (now) => pulled.scrollTo(from.x - now.clientX, from.y - now.clientY);
  const end = () => {
    pulled.removeEventListener("pointermove", move);
    pulled.classList.remove("graph-pulled");
  };
  pulled.setPointerCapture(event.pointerId);
  pulled.classList.add("graph-pulled");
  pulled.addEventListener("pointermove", move);
  pulled.addEventListener("pointerup", end, { once: true });
  pulled.addEventListener("pointercancel", end, { once: true });
}

// The part of a timeline that is looked at: how far it is drawn apart, how far it is scrolled. Kept for
// the session that was shown last.

import { changed } from "../store.js";

const LARGEST = 60_000;
const STEP = 1.5;

const narrow = matchMedia("(max-width: 767px)");
narrow.addEventListener("change", changed);

/** The width of the names before the bars. */
export const names = () => (narrow.matches ? 96 : 148);

let of = null;
/** How much wider than the window the whole is; 1 shows all of it. */
let zoom = 1;
let scroll = { left: 0, top: 0 };
/** @type {?HTMLElement} */
let frame = null;
const sizes = new ResizeObserver(changed);

export const scale = () => zoom;

/** The width in pixels that the whole of the time is drawn with. */
export const width = () => zoom * seen();

/** The width that is seen of it. */
const seen = () => Math.max(80, (frame?.clientWidth ?? innerWidth) - names());

/** For lit's `ref`: the element that scrolls. */
export function framed(element) {
  if (frame) sizes.unobserve(frame);
  frame = element ?? null;
  if (!frame) return;
  sizes.observe(frame);
  const own = frame;
  own.addEventListener("scroll", () => {
    if (own === frame) scroll = { left: own.scrollLeft, top: own.scrollTop };
  }, { passive: true });
  own.addEventListener("wheel", wheel, { passive: false });
  requestAnimationFrame(() => frame?.scrollTo(scroll));
}

export function forgetUnless(session) {
  if (session === of) return;
  of = session;
  zoom = 1;
  scroll = { left: 0, top: 0 };
}

export const larger = () => zoomTo(zoom * STEP);
export const smaller = () => zoomTo(zoom / STEP);
export const fit = () => zoomTo(1);

/** What is in the middle, or at that distance from the names, stays there. */
function zoomTo(wanted, x = seen() / 2) {
  const next = Math.min(Math.max(1, LARGEST / seen()), Math.max(1, wanted));
  if (next === zoom || !frame) return;
  const part = (frame.scrollLeft + x) / width();
  zoom = next;
  changed();
  requestAnimationFrame(() => frame?.scrollTo({ left: part * width() - x }));
}

/** With Ctrl, the wheel draws apart what is below the pointer. */
function wheel(event) {
  if (!event.ctrlKey) return;
  event.preventDefault();
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left - names();
  zoomTo(zoom * (event.deltaY < 0 ? STEP : 1 / STEP), Math.max(0, x));
}

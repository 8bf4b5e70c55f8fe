// Times, spans and sizes in words.

const date = (at) => new Date(at);

/** A format that is made when it is used first: to make the four takes a tenth of what the page takes to open. */
function lazyFormat(options) {
  let made = null;
  return (at) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(date(at));
}

export const clock = lazyFormat({ hour: "2-digit", minute: "2-digit" });
export const full = lazyFormat({ dateStyle: "medium", timeStyle: "medium" });
const dayFormat = lazyFormat({ weekday: "long", day: "numeric", month: "long" });
const shortDayFormat = lazyFormat({ day: "numeric", month: "short" });

const dayOf = (at) => date(at).toDateString();

export const sameDay = (a, b) => dayOf(a) === dayOf(b);

export function day(at) {
  const now = Date.now();
  if (sameDay(at, now)) return "Today";
  if (sameDay(at, now - 86_400_000)) return "Yesterday";
  return dayFormat(at);
}

/** The time of today, the day before that. */
export const when = (at) =>
  sameDay(at, Date.now()) ? clock(at) : `${shortDayFormat(at)}, ${clock(at)}`;

/** `now`, `40 s`, `12 min`, `3 h`, `5 d` ago, without the word. */
export function age(at, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - date(at)) / 1000));
  if (seconds < 5) return "now";
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10 || 5} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** `4:05` or `1:04:05`; never below zero. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const UNITS = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** `2 d 3 h`, `4 h`, `1 min 5 s`, `12 s`, `0 s`. */
export function inWords(milliseconds) {
  const at = UNITS.findIndex(([unit]) => milliseconds >= unit);
  if (at < 0) return "0 s";
  const [unit, name] = UNITS[at];
  const whole = Math.floor(milliseconds / unit);
  const next = UNITS[at + 1];
  const rest = next ? Math.floor((milliseconds - whole * unit) / next[0]) : 0;
  return rest ? `${whole} ${name} ${rest} ${next[1]}` : `${whole} ${name}`;
}

export function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A name of the wire as it is read: `analytics_plan` is an analytics plan. */
export const words = (name) => name.replaceAll("_", " ");

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Which of the twelve accents a name has, the same everywhere. */
export function accent(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  return (hash >>> 0) % 12;
}

/**
 * Characters that take no room, pass for a space, turn the direction of what follows, or control a terminal; no
 * spaces, tabs and line feeds.
 */
const HIDDEN = /(?![ \t\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const numbered = (character) => `\u27e8U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27e9`;

/** The text with a number in place of each character that a reader would not see. */
export const visible = (value) => value.replace(HIDDEN, numbered);

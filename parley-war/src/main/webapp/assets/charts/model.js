// How many tasks were done in each interval of a run, and how long they took from their creation.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The lengths that an interval may have. */
const LENGTHS = [
  MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 28 * DAY, 91 * DAY, 364 * DAY,
];
const MOST = 24;

/**
 * @typedef {object} Interval
 * @property {number} from in milliseconds
 * @property {number} to in milliseconds
 * @property {number} done how many tasks were finished in it
 * @property {?number} median of their lead times in milliseconds; null where none was finished
 * @property {?number} shortest
 * @property {?number} longest
 */

/**
 * @param {Iterable<object>} tasks as the board has them
 * @param {Map<string, {status: string, since: string}>} known since when tasks have their status
 * @returns {{length: number, intervals: Interval[], done: number, all: number, median: ?number}} without
 *     intervals where no task is done
 */
export function progressOf(tasks, known) {
  const finished = [];
  let all = 0;
  let begin = Infinity;
  for (const task of tasks) {
    all++;
    const created = Date.parse(task.createdAt);
    if (Number.isNaN(created)) continue;
    begin = Math.min(begin, created);
    if (task.status !== "done") continue;
    const its = known.get(task.id);
    const at = Date.parse(its?.status === "done" ? its.since : task.updatedAt);
    if (Number.isNaN(at)) continue;
    const end = Math.max(at, created); // the clocks of two nodes may differ
    finished.push({ at: end, lead: end - created });
  }
  if (finished.length === 0) return { length: 0, intervals: [], done: 0, all, median: null };
  const end = finished.reduce((last, { at }) => Math.max(last, at), begin);
  const { length, numberOf, startOf } =
    LENGTHS.map((one) => intervalsOf(one, begin)).find((one) => one.numberOf(end) - one.numberOf(begin) < MOST) ??
    intervalsOf(LENGTHS.at(-1), begin);
  const first = numberOf(begin);
  const leads = Array.from({ length: numberOf(end) - first + 1 }, () => []);
  for (const { at, lead } of finished) leads[numberOf(at) - first].push(lead);
  return {
    length,
    intervals: leads.map((its, i) => {
      const sorted = its.sort((a, b) => a - b);
      return {
        from: startOf(first + i),
        to: startOf(first + i + 1),
        done: sorted.length,
        median: medianOf(sorted),
        shortest: sorted[0] ?? null,
        longest: sorted.at(-1) ?? null,
      };
    }),
    done: finished.length,
    all,
    median: medianOf(finished.map(({ lead }) => lead).sort((a, b) => a - b)),
  };
}

const shiftAt = (moment) => new Date(moment).getTimezoneOffset() * MINUTE;

/**
 * The intervals of a length by their numbers, at whole ones of the local time. A day begins at midnight, also
 * where a change of the clock makes it shorter or longer.
 */
function intervalsOf(length, begin) {
  if (length < DAY) {
    const shift = shiftAt(begin);
    return {
      length,
      numberOf: (moment) => Math.floor((moment - shift) / length),
      startOf: (number) => number * length + shift,
    };
  }
  const days = length / DAY;
  return {
    length,
    numberOf: (moment) => Math.floor(Math.floor((moment - shiftAt(moment)) / DAY) / days),
    startOf: (number) => new Date(1970, 0, 1 + number * days).getTime(),
  };
}

function medianOf(sorted) {
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const COUNTS = [1, 2, 5];
const SPANS = [
  SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
  MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 5 * DAY, 10 * DAY, 20 * DAY, 50 * DAY, 100 * DAY, 200 * DAY, 500 * DAY,
];
const PARTS = 4;

/** Round numbers from 0 to at least `most`, at most five of them. */
export function countScale(most) {
  let step = 1;
  for (let power = 1; step * PARTS < most; power *= 10) {
    step = COUNTS.map((one) => one * power).find((one) => one * PARTS >= most) ?? 10 * power;
  }
  return scale(step, most);
}

/** Round spans of time from 0 to at least `most` milliseconds, at most five of them. */
export const spanScale = (most) => scale(SPANS.find((one) => one * PARTS >= most) ?? SPANS.at(-1), most);

function scale(step, most) {
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

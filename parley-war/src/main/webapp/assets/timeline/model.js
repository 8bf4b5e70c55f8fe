// The bars of a run: tasks from the claim to the end, reviews from the request to the verdict, and waits.

/**
 * @typedef {object} Bar
 * @property {string} key never twice
 * @property {"task"|"review"|"wait"} kind
 * @property {string} agent in whose lane it is
 * @property {number} from in milliseconds
 * @property {number} to in milliseconds
 * @property {boolean} cut whether it began before the events that are here
 * @property {boolean} open whether it goes on
 * @property {?string} outcome how it ended: a status of a task, a verdict, or null
 * @property {string} title
 * @property {?string} task
 * @property {?string} artifact
 * @property {?string} who asked for the review, or is waited for
 * @property {Array<[number, number]>} inReview when a task waited for a verdict
 * @property {number} more how many other tasks a wait is about
 */

/**
 * @typedef {object} Lane
 * @property {string} agent
 * @property {Bar[]} bars in the order in which they begin
 * @property {number[]} rows the row of each bar
 * @property {number} height in rows
 */

const WAITING = /^\s*end:waiting\s*\|?\s*/;
const REASON = 120;

/**
 * @param {object[]} work changes of tasks and reviews, oldest first
 * @param {object[]} said messages, oldest first
 * @param {Map<string, object>} tasks of the board, for what they depend on
 * @param {{isCut: boolean, now: ?number}} more whether older changes are left out; until when open bars go,
 *     null where the run is over
 * @returns {{bars: Bar[], from: number, to: number}} the bars in the order in which they begin
 */
export function timelineOf(work, said, tasks, { isCut, now }) {
  const times = [work[0], work.at(-1), isCut ? null : said[0], said.at(-1)].filter(Boolean).map(({ at }) => Date.parse(at));
  if (times.length === 0) return { bars: [], from: 0, to: 0 };
  const from = Math.min(...times);
  const to = Math.max(from + 1, now ?? 0, ...times);
  const taskBars = barsOfTasks(work, from, to, isCut);
  const bars = [
    ...taskBars,
    ...barsOfReviews(work, from, to),
    ...waitsForAnswers(work, said.filter(({ at }) => Date.parse(at) >= from), to),
    ...waitsForTasks(work, tasks, taskBars, to),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  return { bars, from, to };
}

const bar = (given) => ({
  cut: false,
  open: false,
  outcome: null,
  task: null,
  artifact: null,
  who: null,
  inReview: [],
  more: 0,
  ...given,
});

const isHeld = (status) => status === "in_progress" || status === "in_review";

function barsOfTasks(work, begin, end, isCut) {
  const bars = [];
  const open = new Map();
  const seen = new Set();
  const close = (id, at, outcome) => {
    const its = open.get(id);
    if (!its) return;
    open.delete(id);
    its.to = at;
    its.outcome = outcome;
    its.open = outcome === null;
    endReview(its, at);
  };
  for (const event of work) {
    if (event.kind !== "task_changed") continue;
    const at = Date.parse(event.at);
    const id = event.task;
    const isFirst = !seen.has(id);
    seen.add(id);
    if (!isHeld(event.status)) {
      if (isFirst && isCut && event.status === "done" && event.assignee) {
        open.set(id, push(bars, taskBar(event, begin, event.assignee, true)));
      }
      close(id, at, event.status);
      continue;
    }
    let its = open.get(id);
    const agent = event.assignee ?? its?.agent ?? event.agent;
    if (!agent) continue;
    if (its && its.agent !== agent) {
      close(id, at, event.status);
      its = null;
    }
    if (!its) {
      const isCutOff = isFirst && isCut && event.status === "in_review";
      its = push(bars, taskBar(event, isCutOff ? begin : at, agent, isCutOff));
      open.set(id, its);
    }
    its.title = event.title;
    if (event.status === "in_review") its.reviewSince ??= at;
    else endReview(its, at);
  }
  for (const id of [...open.keys()]) close(id, end, null);
  return bars;
}

function push(bars, one) {
  bars.push(one);
  return one;
}

const taskBar = (event, from, agent, cut) =>
  bar({ key: `${event.seq}`, kind: "task", agent, from, to: from, cut, title: event.title, task: event.task, reviewSince: null });

function endReview(its, at) {
  if (its.reviewSince === null) return;
  its.inReview.push([its.reviewSince, at]);
  its.reviewSince = null;
}

function barsOfReviews(work, begin, end) {
  const bars = [];
  const open = new Map();
  for (const event of work) {
    if (event.kind !== "review_changed") continue;
    const at = Date.parse(event.at);
    const before = open.get(event.review);
    if (event.status !== "pending") {
      const its = before ?? push(bars, reviewBar(event, begin, true));
      its.to = at;
      its.outcome = event.status;
      open.delete(event.review);
    } else if (before?.agent !== event.reviewer) {
      if (before) before.to = at;
      open.set(event.review, push(bars, reviewBar(event, at, false)));
    }
  }
  for (const its of open.values()) Object.assign(its, { to: end, open: true });
  return bars;
}

const reviewBar = (event, from, cut) =>
  bar({
    key: `${event.seq}`,
    kind: "review",
    agent: event.reviewer,
    from,
    to: from,
    cut,
    title: event.name || "an artifact",
    artifact: event.artifact || null,
    who: cut ? null : event.agent,
  });

/** From a declared end to the first answer, or to the agent's own next act. */
function waitsForAnswers(work, said, end) {
  const bars = [];
  const open = new Map();
  const close = (agent, at) => {
    const its = open.get(agent);
    if (!its) return;
    open.delete(agent);
    its.to = at;
    its.open = false;
  };
  for (const event of inOrder(work, said)) {
    const at = Date.parse(event.at);
    const { message } = event;
    const agent = message ? message.from : event.agent;
    close(agent, at);
    if (!message) continue;
    if (message.to) close(message.to, at);
    if (!WAITING.test(message.text)) continue;
    const reason = message.text.replace(WAITING, "").trim().split("\n")[0].slice(0, REASON);
    const one = bar({ key: `${event.seq}`, kind: "wait", agent, from: at, to: end, open: true, title: reason, who: message.to });
    open.set(agent, push(bars, one));
  }
  return bars;
}

function inOrder(work, said) {
  const all = [];
  let i = 0;
  for (const event of work) {
    while (i < said.length && said[i].seq < event.seq) all.push(said[i++]);
    all.push(event);
  }
  return all.concat(said.slice(i));
}

/** While an agent has tasks that wait for others, and holds none. */
function waitsForTasks(work, tasks, taskBars, end) {
  const spans = blockedSpans(work, tasks, end);
  const bars = [];
  for (const [agent, its] of spans) {
    const held = taskBars.filter((one) => one.agent === agent).map(({ from, to }) => [from, to]);
    for (const span of united(its)) {
      for (const [from, to] of without(span, held)) {
        const { task, needed, count } = span;
        bars.push(
          bar({
            key: `${agent} ${from} ${task}`,
            kind: "wait",
            agent,
            from,
            to,
            open: span.open && to === end,
            title: tasks.get(needed)?.title ?? "another task",
            task: needed,
            more: count - 1,
          }),
        );
      }
    }
  }
  return bars;
}

/** When which tasks of an agent were in todo and waited for others. */
function blockedSpans(work, tasks, end) {
  const waitFor = new Map();
  for (const { id, dependsOn = [] } of tasks.values()) {
    for (const needed of dependsOn) waitFor.set(needed, [...(waitFor.get(needed) ?? []), id]);
  }
  const changes = work.filter(({ kind }) => kind === "task_changed");
  const now = new Map(changes.map(({ task }) => [task, { status: null, assignee: null }]));
  const isDone = (id) => (now.has(id) ? now.get(id).status : tasks.get(id)?.status) === "done";
  const spans = new Map();
  const open = new Map();
  const look = (id, at) => {
    const its = now.get(id);
    const needed =
      its?.status === "todo" && its.assignee ? (tasks.get(id)?.dependsOn ?? []).find((one) => !isDone(one)) : undefined;
    const before = open.get(id);
    if (before && before.agent === its?.assignee && needed !== undefined) return;
    if (before) {
      before.to = at;
      before.open = false;
      open.delete(id);
    }
    if (needed === undefined) return;
    const span = { agent: its.assignee, task: id, needed, from: at, to: end, open: true };
    if (!spans.has(span.agent)) spans.set(span.agent, []);
    spans.get(span.agent).push(span);
    open.set(id, span);
  };
  for (const { task, status, assignee, at } of changes) {
    now.set(task, { status, assignee });
    const moment = Date.parse(at);
    look(task, moment);
    for (const id of waitFor.get(task) ?? []) look(id, moment);
  }
  return spans;
}

/** Spans that overlap as one, which is named after the first of them. */
function united(spans) {
  const all = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && span.from <= last.to) {
      last.to = Math.max(last.to, span.to);
      last.open ||= span.open;
      last.tasks.add(span.task);
      last.count = last.tasks.size;
    } else {
      all.push({ ...span, tasks: new Set([span.task]), count: 1 });
    }
  }
  return all.filter(({ from, to }) => to > from);
}

/** What is left of a span without those others. */
function without({ from, to }, others) {
  let left = [[from, to]];
  for (const [a, b] of others) {
    left = left.flatMap(([x, y]) => (b <= x || a >= y ? [[x, y]] : [[x, a], [b, y]].filter(([c, d]) => d > c)));
  }
  return left;
}

/**
 * The bars by agent, those who began first on top; what overlaps in a lane is put below each other.
 *
 * @param {{bars: Bar[], from: number, to: number}} timeline
 * @param {number} shortest the part of the whole that each bar takes at least
 * @returns {Lane[]}
 */
export function lanesOf({ bars, from: begin, to: end }, shortest) {
  const least = (end - begin) * shortest;
  const lanes = new Map();
  for (const one of bars) {
    if (!lanes.has(one.agent)) lanes.set(one.agent, { agent: one.agent, bars: [], rows: [], height: 0 });
    lanes.get(one.agent).bars.push(one);
  }
  for (const lane of lanes.values()) {
    const ends = [];
    for (const { from, to } of lane.bars) {
      let row = ends.findIndex((end) => end <= from);
      if (row < 0) row = ends.length;
      ends[row] = Math.max(to, from + least);
      lane.rows.push(row);
    }
    lane.height = ends.length;
  }
  return [...lanes.values()];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND,
  MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE,
  HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
  DAY, 2 * DAY, 7 * DAY, 14 * DAY, 28 * DAY, 91 * DAY, 364 * DAY,
];

/**
 * The moments that an axis names.
 *
 * @param {number} apart how far two of them are from each other at least, in milliseconds
 * @returns {{step: number, moments: number[]}} at whole steps of the local time, and the beginning where
 *     there is room for it
 */
export function ticks(from, to, apart) {
  const step = STEPS.find((one) => one >= apart) ?? STEPS.at(-1);
  const shift = new Date(from).getTimezoneOffset() * MINUTE;
  const moments = [];
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step) moments.push(at);
  if (moments.length === 0 || moments[0] - from >= apart) moments.unshift(from);
  return { step, moments };
}

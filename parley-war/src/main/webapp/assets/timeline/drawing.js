// The picture of a run: agents as lanes, and in them what they did and waited for as bars that are links.

import { html, noChange, nothing } from "../lib/lit-html/lit-html.js";
import { Directive, directive } from "../lib/lit-html/directive.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { count, full, inWords, sameDay } from "../format.js";
import { avatar, empty, text, time } from "../parts.js";
import { at, instead, withQuery } from "../router.js";
import { MOST } from "../run.js";
import { changed, state } from "../store.js";
import { lanesOf, ticks, timelineOf } from "./model.js";
import { fit, forgetUnless, framed, larger, names, scale, smaller, width } from "./window.js";
import { KINDS, named, outcome, said, subject } from "./words.js";

/** Labels of the axis are so far apart at least, in pixels. */
const APART = 104;
const ROW = 26;
/** A bar takes so much of its row at least, in pixels. */
const SHORTEST = 8;
const LINES = 200;

/** A run of which nothing was heard for so long is over, as far as open bars go. */
const OVER = 6 * 3_600_000;
/** Open bars grow so often. */
const GROWS = 10_000;

/** The bar that the keys move from. */
let current = null;
let session = null;
let lines = LINES;
let placed = { timeline: null, shortest: 0, lanes: [] };
let made = { work: null, said: null, board: null, version: 0, now: null, timeline: null };

/** Styles set one by one: the page's policy lets no attribute set them. */
const styled = directive(
  class extends Directive {
    render() {
      return noChange;
    }

    update({ element }, [styles]) {
      for (const [name, value] of Object.entries(styles)) {
        if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
      }
      return noChange;
    }
  },
);

export function tools(route) {
  const isTable = route.query.as === "table";
  const show = (as) => () => instead(withQuery(route, { as }));
  return html`<div class="segments" role="group" aria-label="Shown as">
      <button type="button" class="segment" aria-pressed=${!isTable} @click=${show(null)}>Picture</button>
      <button type="button" class="segment" aria-pressed=${isTable} @click=${show("table")}>Table</button>
    </div>
    ${isTable
      ? nothing
      : html`<div class="timeline-zoom" role="group" aria-label="Zoom">
          <button type="button" class="button" aria-label="Zoom out" title="Zoom out (-)" @click=${smaller}>−</button>
          <button type="button" class="button" aria-label="Zoom in" title="Zoom in (+)" @click=${larger}>+</button>
          <button type="button" class="button" title="The whole run (0)" @click=${fit}>Fit</button>
        </div>`}`;
}

/**
 * @param {import("../run.js").Recent} work changes of tasks and reviews
 * @param {import("../run.js").Recent} talk messages
 * @param {import("../board.js").Board} board
 */
export function picture(route, work, talk, board) {
  if (route.params.session !== session) {
    session = route.params.session;
    current = null;
    lines = LINES;
  }
  forgetUnless(session);
  const timeline = of(work, talk, board);
  if (timeline.bars.length === 0) {
    return empty("Nobody has worked on anything yet", "Claims of tasks, reviews and waits are drawn here as they happen.");
  }
  if (!timeline.bars.some(({ key }) => key === current)) current = timeline.bars[0].key;
  return html`${leftOut(work, talk, route)}
    ${route.query.as === "table" ? table(timeline) : html`${legend} ${drawnLanes(timeline)}`}`;
}

/** Made again where something happened, and now and then as open bars grow. */
function of(work, talk, board) {
  const last = Date.parse(work.events.at(-1)?.at ?? talk.events.at(-1)?.at ?? 0);
  const isOn = session === state.current && Date.now() - last < OVER;
  const now = isOn ? Math.floor(Date.now() / GROWS) * GROWS : null;
  const { tasks, version } = board;
  const isSame = made.work === work && made.said === talk && made.board === board && made.version === version;
  if (!isSame || made.now !== now) {
    const timeline = timelineOf(work.events, talk.events, tasks, { isCut: work.cut, now });
    made = { work, said: talk, board, version, now, timeline };
  }
  return made.timeline;
}

function leftOut(work, talk, route) {
  const parts = [];
  if (work.cut) parts.push(html`changes of tasks and reviews before ${time(work.events[0].at)}`);
  if (talk.cut) parts.push(html`waits for answers before ${time(talk.events[0].at)}`);
  if (parts.length === 0) return nothing;
  return html`<p class="quiet timeline-note" role="note">
    Only the newest ${MOST.toLocaleString("en")} events are drawn. Left out are
    ${parts.map((part, i) => html`${i ? ", and " : nothing}${part}`)}; the
    <a href=${at`sessions/${route.params.session}/replay`}>replay</a> has them.
  </p>`;
}

const legend = html`<ul class="timeline-legend" aria-label="Colours">
  <li><span class="swatch bar-of-task" aria-hidden="true"></span>Task</li>
  <li><span class="swatch bar-of-task" data-outcome="done" aria-hidden="true"></span>done</li>
  <li><span class="swatch bar-of-task" data-outcome="todo" aria-hidden="true"></span>returned</li>
  <li><span class="swatch bar-of-task" aria-hidden="true"><span class="bar-review"></span></span>in review</li>
  <li><span class="swatch bar-of-review" aria-hidden="true"></span>Review</li>
  <li><span class="swatch bar-of-wait" aria-hidden="true"></span>Wait</li>
</ul>`;

/** Made again where it is drawn larger or smaller, too. */
function lanesIn(timeline) {
  const shortest = SHORTEST / width();
  if (placed.timeline !== timeline || placed.shortest !== shortest) {
    placed = { timeline, shortest, lanes: lanesOf(timeline, shortest) };
  }
  return placed.lanes;
}

function drawnLanes(timeline) {
  const { from, to } = timeline;
  const all = lanesIn(timeline);
  return html`<section
    class="timeline-frame scroll"
    aria-label="Timeline, from ${full(from)} to ${full(to)}"
    @keydown=${(event) => onKey(event, all, timeline.bars)}
    ${ref(framed)}
  >
    <div
      class="timeline-canvas"
      ${styled({
        "--names": `${names()}px`,
        width: `calc(${names()}px + (100% - ${names()}px) * ${scale().toFixed(4)})`,
      })}
    >
      ${axis(from, to)}
      <ul class="timeline-lanes" data-rows aria-label="Agents" @focusin=${focused}>
        ${repeat(all, ({ agent }) => agent, (lane) => guard([timeline, lane, current], () => laneOf(lane, timeline)))}
      </ul>
    </div>
  </section>`;
}

const percent = (part) => `${(100 * part).toFixed(3)}%`;

function axis(from, to) {
  const { step, moments } = ticks(from, to, ((to - from) * APART) / width());
  return html`<div class="timeline-axis" aria-hidden="true">
    <span class="timeline-corner"></span>
    <div class="timeline-track">
      ${moments.map(
        (moment, i) => html`<span class="tick" ${styled({ left: percent((moment - from) / (to - from)) })}
          >${label(moment, step, i ? moments[i - 1] : null)}</span
        >`,
      )}
    </div>
  </div>`;
}

const DAY = 86_400_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const exact = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

function label(moment, step, before) {
  if (before === null && step < DAY && !sameDay(moment, Date.now())) return `${date.format(moment)}, ${clock.format(moment)}`;
  if (step >= DAY || (before !== null && !sameDay(moment, before))) return date.format(moment);
  return (step < 60_000 ? exact : clock).format(moment);
}

const laneOf = (lane, timeline) => html`<li class="timeline-lane">
  <span class="timeline-name">${avatar(lane.agent)}<bdi class="cut" title=${lane.agent}>${lane.agent}</bdi></span>
  <ul class="timeline-track" aria-label=${lane.agent} ${styled({ height: `${lane.height * ROW + 4}px` })}>
    ${repeat(lane.bars, ({ key }) => key, (one, i) => html`<li>${drawn(one, lane.rows[i], timeline)}</li>`)}
  </ul>
</li>`;

function drawn(one, row, { from, to }) {
  const whole = to - from;
  const length = Math.max(1, one.to - one.from);
  const words = said(one);
  return html`<a
    class="bar-of bar-of-${one.kind} ${one.open ? "bar-open" : ""} ${one.cut ? "bar-cut" : ""}"
    data-row
    data-bar=${one.key}
    data-outcome=${one.outcome ?? "open"}
    tabindex=${one.key === current ? 0 : -1}
    href=${addressOf(one)}
    title=${words}
    aria-label=${words}
    ${styled({
      left: percent((one.from - from) / whole),
      width: percent(length / whole),
      top: `${row * ROW + 2}px`,
    })}
  >
    ${one.inReview.map(
      ([a, b]) => html`<span
        class="bar-review"
        ${styled({ left: percent((a - one.from) / length), width: percent((b - a) / length) })}
      ></span>`,
    )}
    <span class="bar-title" dir="auto">${one.kind === "wait" ? subject(one) : named(one)}</span>
  </a>`;
}

function addressOf({ task, artifact }) {
  if (task) return at`sessions/${session}/tasks/${task}`;
  return artifact ? at`sessions/${session}/artifacts/${artifact}` : at`sessions/${session}`;
}

function focused({ target }) {
  const { bar } = target.closest("[data-bar]")?.dataset ?? {};
  if (!bar || bar === current) return;
  current = bar;
  changed();
}

const ZOOMS = { "+": larger, "=": larger, "-": smaller, 0: fit };

function onKey(event, all, bars) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const zoom = ZOOMS[event.key];
  const to = zoom ? null : target(event.key, all, bars);
  if (!zoom && !to) return;
  event.preventDefault();
  if (zoom) zoom();
  else move(event.currentTarget, to.key);
}

/** Where a key leads: along a lane, or to the lane beside at the same time. */
function target(key, all, bars) {
  if (key === "Home") return bars[0];
  if (key === "End") return bars.at(-1);
  const here = all.findIndex((lane) => lane.bars.some((one) => one.key === current));
  const i = all[here].bars.findIndex((one) => one.key === current);
  if (key === "ArrowRight") return all[here].bars[i + 1];
  if (key === "ArrowLeft") return all[here].bars[i - 1];
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  const beside = by && all[here + by];
  if (!beside) return null;
  const { from, to } = all[here].bars[i];
  const away = (one) => Math.max(0, one.from - to, from - one.to) * 1000 + Math.abs(one.from - from);
  return beside.bars.reduce((best, one) => (away(one) < away(best) ? one : best));
}

function move(frame, key) {
  const link = frame.querySelector(`[data-bar="${CSS.escape(key)}"]`);
  if (!link) return;
  link.focus({ preventScroll: true });
  link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function table(timeline) {
  const { bars } = timeline;
  return html`<section class="panel panel-fill timeline-table" aria-label="Timeline as a table">
    <div class="scroll" tabindex="0" role="region" aria-label="Table">
      ${guard([timeline, lines], () => html`<table class="plain-table">
        <caption class="unseen">Tasks, reviews and waits in the order in which they began</caption>
        <thead>
          <tr>
            ${["Agent", "Kind", "What", "Began", "Lasted", "In review", "Outcome"].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${bars.slice(0, lines).map(line)}
        </tbody>
      </table>`)}
      ${bars.length > lines
        ? html`<p class="panel-text">
            <button
              type="button"
              class="button"
              @click=${() => {
                lines += 2 * LINES;
                changed();
              }}
            >
              ${count(bars.length - lines, "more row", "more rows")}
            </button>
          </p>`
        : nothing}
    </div>
  </section>`;
}

const moment = (milliseconds) => time(new Date(milliseconds).toISOString());

const line = (one) => html`<tr>
  <td>${text(one.agent)}</td>
  <td>${KINDS[one.kind]}</td>
  <td class="plain-wide"><a href=${addressOf(one)} dir="auto">${subject(one)}</a></td>
  <td>${one.cut ? "before " : nothing}${moment(one.from)}</td>
  <td class="plain-number">${inWords(one.to - one.from)}</td>
  <td class="plain-number">${one.inReview.length ? inWords(one.inReview.reduce((sum, [a, b]) => sum + b - a, 0)) : "–"}</td>
  <td>${outcome(one)}</td>
</tr>`;

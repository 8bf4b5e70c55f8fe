// Throughput and lead time of a session's tasks as two small charts, and the numbers beside them.

import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { count, full, inWords, sameDay } from "../format.js";
import { empty } from "../parts.js";
import { tasksIn } from "../run.js";
import { changed } from "../store.js";
import { countScale, progressOf, spanScale } from "./model.js";

const narrow = matchMedia("(max-width: 767px)");
narrow.addEventListener("change", changed);

const HEIGHT = 220;
const TOP = 12;
const BOTTOM = 40;
const LEFT = 64;
const RIGHT = 12;
/** Labels of the time are so far apart at least. */
const APART = 64;
const WIDEST = 56;

let made = { board: null, version: 0, work: null, progress: null };

/**
 * @param {import("../board.js").Board} board
 * @param {import("../run.js").Recent} work changes of tasks and reviews
 */
export function charts(board, work) {
  const progress = of(board, work);
  if (progress.intervals.length === 0) {
    return empty(
      "No task is done yet",
      progress.all
        ? `${count(progress.all, "task")} on the board. How many are done over time, and how long they took, is drawn here.`
        : "How many tasks are done over time, and how long they took, is drawn here.",
    );
  }
  const width = narrow.matches ? 340 : 620;
  return html`<div class="task-charts scroll" tabindex="0" role="region" aria-label="Charts and numbers">
    ${guard([progress, width], () => html`${throughput(progress, width)} ${leadTime(progress, width)} ${table(progress)}`)}
  </div>`;
}

/** Made again where a task changed. */
function of(board, work) {
  const { tasks, version } = board;
  if (made.board !== board || made.version !== version || made.work !== work) {
    made = { board, version, work, progress: progressOf(tasks.values(), tasksIn(work.events)) };
  }
  return made.progress;
}

const each = ({ length }) => `each ${inWords(length)}`;

function throughput(progress, width) {
  const { intervals, done, all } = progress;
  const most = Math.max(...intervals.map((one) => one.done));
  const scale = countScale(most);
  const plot = plotOf(width, intervals.length, scale.at(-1));
  const column = Math.min(WIDEST, 0.76 * plot.part);
  return chart(
    "Tasks done",
    `${done} of ${count(all, "task")}`,
    `Tasks done ${each(progress)}: ${done} in all, at most ${most}`,
    width,
    svg`${axes(plot, scale.map((value) => [value, String(value)]), `tasks, ${each(progress)}`, progress)}
      ${intervals.map(
        (one, i) => svg`<rect
          class="chart-column"
          x=${round(plot.x(i) + (plot.part - column) / 2)}
          width=${round(column)}
          y=${round(plot.y(one.done))}
          height=${round(plot.y(0) - plot.y(one.done))}
        ><title>${`${moments(one, progress)}: ${one.done}`}</title></rect>`,
      )}`,
  );
}

function leadTime(progress, width) {
  const { intervals, median } = progress;
  const scale = spanScale(Math.max(1, ...intervals.map(({ longest }) => longest ?? 0)));
  const plot = plotOf(width, intervals.length, scale.at(-1));
  const given = intervals.map((one, i) => ({ ...one, i })).filter((one) => one.median !== null);
  const middle = (i) => round(plot.x(i) + plot.part / 2);
  return chart(
    "Lead time",
    `median ${inWords(median)}`,
    `Lead time of tasks, from creation to done: median ${inWords(median)}, at most ${inWords(Math.max(...given.map(({ longest }) => longest)))}`,
    width,
    svg`${axes(plot, scale.map((value) => [value, value ? inWords(value) : "0"]), "created to done", progress)}
      ${given.map(
        (one) => svg`<line class="chart-range" x1=${middle(one.i)} x2=${middle(one.i)}
          y1=${round(plot.y(one.shortest))} y2=${round(plot.y(one.longest))}></line>`,
      )}
      ${svg`<polyline class="chart-medians" points=${given.map((one) => `${middle(one.i)},${round(plot.y(one.median))}`).join(" ")}></polyline>`}
      ${given.map(
        (one) => svg`<circle class="chart-median" cx=${middle(one.i)} cy=${round(plot.y(one.median))} r="4"
        ><title>${`${moments(one, progress)}: median ${inWords(one.median)}, ${inWords(one.shortest)} to ${inWords(one.longest)}`}</title></circle>`,
      )}`,
  );
}

const round = (n) => Math.round(10 * n) / 10;

function plotOf(width, parts, most) {
  const part = (width - LEFT - RIGHT) / parts;
  const height = HEIGHT - TOP - BOTTOM;
  return {
    width,
    part,
    x: (i) => LEFT + i * part,
    y: (value) => TOP + height * (1 - value / most),
  };
}

const chart = (name, sum, label, width, content) => html`<section class="panel task-chart" aria-label=${name}>
  <div class="panel-head">
    <h2>${name}</h2>
    <span class="quiet">${sum}</span>
  </div>
  <div class="panel-text">
    <svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label=${label}>${content}</svg>
  </div>
</section>`;

function axes({ width, x, y, part }, scale, unit, { intervals, length }) {
  const every = Math.ceil(APART / part);
  return svg`
    ${scale.map(
      ([value, label]) => svg`<line class="chart-grid" x1=${LEFT} x2=${width - RIGHT} y1=${round(y(value))} y2=${round(y(value))}></line>
        <text class="chart-label" x=${LEFT - 8} y=${round(y(value) + 4)} text-anchor="end">${label}</text>`,
    )}
    ${intervals.map((one, i) =>
      i % every
        ? nothing
        : svg`<line class="chart-axis" x1=${round(x(i))} x2=${round(x(i))} y1=${round(y(0))} y2=${round(y(0) + 4)}></line>
          <text class="chart-label" x=${round(x(i))} y=${HEIGHT - 22} text-anchor=${i ? "middle" : "start"}>${label(
            one,
            length,
            i ? intervals[i - every] : null,
          )}</text>`,
    )}
    <line class="chart-axis" x1=${LEFT} x2=${width - RIGHT} y1=${round(y(0))} y2=${round(y(0))}></line>
    <text class="chart-label" x=${LEFT} y=${HEIGHT - 5}>${unit}</text>`;
}

const DAY = 86_400_000;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

const label = ({ from }, length, before) =>
  length >= DAY || (before !== null && !sameDay(from, before.from)) ? date.format(from) : clock.format(from);

function moments({ from, to }, { length }) {
  return length >= DAY ? `from ${date.format(from)}` : `${full(from)} to ${clock.format(to)}`;
}

const table = (progress) => html`<section class="panel task-numbers" aria-label="Numbers">
  <div class="panel-head"><h2>Numbers</h2></div>
  <table class="plain-table">
    <caption class="unseen">Tasks done and lead times, ${each(progress)}</caption>
    <thead>
      <tr>
        ${["From", "Done", "Median", "Longest"].map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${progress.intervals.map(
        (one) => html`<tr>
          <td><time datetime=${new Date(one.from).toISOString()} title=${full(one.from)}>${short(one, progress)}</time></td>
          <td class="plain-number">${one.done}</td>
          <td class="plain-number">${one.median === null ? "–" : inWords(one.median)}</td>
          <td class="plain-number">${one.longest === null ? "–" : inWords(one.longest)}</td>
        </tr>`,
      )}
    </tbody>
  </table>
</section>`;

const short = ({ from }, { length, intervals }) => {
  if (length >= DAY) return date.format(from);
  return sameDay(intervals[0].from, intervals.at(-1).from) ? clock.format(from) : `${date.format(from)}, ${clock.format(from)}`;
};

// A run once more, on a time line: what was said and done, and the board as it was.

import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { guard } from "../lib/lit-html/directives/guard.js";
import { live } from "../lib/lit-html/directives/live.js";
import { ref } from "../lib/lit-html/directives/ref.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { STATUSES } from "../board.js";
import { entryRows } from "../entries.js";
import { count, full, span } from "../format.js";
import { icon } from "../icons.js";
import { keepsPlace } from "../list.js";
import {
  avatar, empty, head, iconButton, refused, sessionLine, sessionTabs, STATUS_NAMES, text,
} from "../parts.js";
import { Recording } from "../recording.js";
import { at, instead, withQuery } from "../router.js";
import { changed, state } from "../store.js";

const SPEEDS = [1, 10, 60, 300, 1800];
const PARTS = 160;
const ROWS = 120;
const CARDS = 30;
/** Where nothing happens for longer than this, the replay goes on to what happens next. */
const LONGEST_WAIT = 800;

export const title = ({ params }) => `Replay of ${params.session}`;

let session = null;
let recording = null;
/** The moment of the address that was gone to. */
let asked;
let moment = 0;
let playing = false;
let speed = 60;
let skipsQuiet = true;
let part = "feed";
let frame = 0;
let lastFrame = 0;

export function view(route) {
  const { params, query: given } = route;
  const offset = given.at ? Number(given.at) * 1000 : null;
  if (params.session !== session) begin(params.session, offset);
  else if (given.at !== asked && recording.complete && offset !== null && !Number.isNaN(offset)) {
    moment = recording.begin + offset;
    playing = false;
  }
  asked = given.at;
  return html`${head("Replay", { sub: sessionLine(session), tabs: sessionTabs(session, "replay") })} ${body()}`;
}

/** Opens where the address says, else at the end: how it went is seen before it is played. */
async function begin(id, offset) {
  const mine = new Recording(id);
  session = id;
  playing = false;
  recording = mine;
  moment = 0;
  await mine.read();
  if (mine === recording) moment = offset === null || Number.isNaN(offset) ? mine.end : mine.begin + offset;
  changed();
}

/** The address says which moment is shown, so that it can be sent to somebody. */
function keepMoment() {
  asked = String(Math.round((moment - recording.begin) / 1000));
  instead(withQuery(state.route, { at: asked }));
}

function body() {
  if (recording.problem) return refused(recording.problem, () => recording.read());
  if (!recording.complete) {
    return html`<p class="loading" role="status">Reading what happened: ${count(recording.entries.length, "event")} …</p>`;
  }
  if (recording.entries.length === 0) return empty("Nothing happened in this session", "There is nothing to replay.");
  moment = Math.min(recording.end, Math.max(recording.begin, moment));
  const done = recording.countAt(moment);
  return html`<section class="panel player" aria-label="Time line">${controls(done)} ${line()}</section>
    <div class="segments narrow-only" role="group" aria-label="Part">
      ${["feed", "board"].map(
        (value) => html`<button
          type="button"
          class="segment"
          aria-pressed=${part === value}
          @click=${() => {
            part = value;
            changed();
          }}
        >
          ${value === "feed" ? "Feed" : "Board"}
        </button>`,
      )}
    </div>
    <div class="replay" data-part=${part}>
      <section class="panel replay-feed" aria-label="Feed">
        <div class="scroll feed-scroll" tabindex="0" role="log" aria-live="off" aria-label="What had happened by then"
          ${ref(keepsPlace({}))}>
          <ol class="feed" data-rows="end">${entryRows(recording.entries.slice(Math.max(0, done - ROWS), done))}</ol>
        </div>
      </section>
      <div class="replay-board">${board(done)}</div>
    </div>`;
}

function controls(done) {
  const jump = (to) => {
    moment = to;
    changed();
  };
  return html`<div class="player-controls">
    ${iconButton("start", "To the beginning", () => jump(recording.begin))}
    <button type="button" class="button button-main player-play" @click=${toggle}>
      ${icon(playing ? "pause" : "play")}${playing ? "Pause" : "Play"}
    </button>
    <label class="player-speed"
      ><span class="unseen">Speed</span>
      <select class="input" @change=${(event) => (speed = Number(event.target.value))}>
        ${SPEEDS.map((value) => html`<option value=${value} ?selected=${value === speed}>${value}×</option>`)}
      </select></label
    >
    <label class="player-skip"
      ><input
        type="checkbox"
        .checked=${skipsQuiet}
        @change=${(event) => (skipsQuiet = event.target.checked)}
      />Skip quiet time</label
    >
    <span class="player-time"
      ><strong>${span(moment - recording.begin)}</strong> <span class="quiet">of ${span(recording.end - recording.begin)}</span>
      <span class="quiet wide-only">· ${full(moment)} · ${done} of ${count(recording.entries.length, "event")}</span></span
    >
  </div>
  ${recording.cut ? html`<p class="quiet player-note">Only the first ${recording.entries.length} events are replayed.</p>` : nothing}`;
}

const line = () => html`<div class="player-line">
  ${guard([recording], () => {
    const counts = recording.density(PARTS);
    const most = Math.max(1, ...counts);
    return html`<svg class="player-density" viewBox="0 0 ${PARTS} 32" preserveAspectRatio="none" aria-hidden="true">
      ${counts.map((n, i) => {
        const height = n === 0 ? 0.5 : 2 + (30 * Math.sqrt(n)) / Math.sqrt(most);
        return svg`<rect x=${i + 0.1} width="0.8" y=${32 - height} height=${height}></rect>`;
      })}
    </svg>`;
  })}
  <input
    type="range"
    class="player-range"
    aria-label="Moment"
    aria-valuetext=${`${span(moment - recording.begin)} after the beginning`}
    min="0"
    max=${Math.max(1, recording.end - recording.begin)}
    step=${Math.max(1, Math.round((recording.end - recording.begin) / 1000))}
    .value=${live(String(moment - recording.begin))}
    @input=${(event) => {
      moment = recording.begin + Number(event.target.value);
      changed();
    }}
    @change=${keepMoment}
  />
</div>`;

function toggle() {
  playing = !playing;
  if (playing) {
    if (moment >= recording.end) moment = recording.begin;
    lastFrame = performance.now();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(step);
  } else {
    keepMoment();
  }
  changed();
}

function step(now) {
  if (state.route.view !== "replay" || state.route.params.session !== session) playing = false;
  if (!playing) return;
  moment += Math.min(1000, now - lastFrame) * speed;
  lastFrame = now;
  const next = recording.entries[recording.countAt(moment)];
  if (next && skipsQuiet) moment = Math.max(moment, Date.parse(next.at) - LONGEST_WAIT * speed);
  if (!next) {
    moment = recording.end;
    playing = false;
  }
  changed();
  frame = requestAnimationFrame(step);
}

function board(done) {
  const lanes = Object.fromEntries(STATUSES.map((status) => [status, []]));
  for (const task of recording.tasksAfter(done).values()) lanes[task.status]?.unshift(task);
  return STATUSES.map(
    (status) => html`<section class="lane lane-${status}" aria-labelledby="then-${status}">
      <div class="lane-head">
        <h2 id="then-${status}">${STATUS_NAMES[status]}</h2>
        <span class="count-plain">${lanes[status].length}</span>
      </div>
      <ul class="cards scroll" tabindex="0" aria-label=${STATUS_NAMES[status]}>
        ${repeat(lanes[status].slice(0, CARDS), (task) => task.task, card)}
        ${lanes[status].length > CARDS
          ? html`<li class="quiet">and ${lanes[status].length - CARDS} more</li>`
          : nothing}
      </ul>
    </section>`,
  );
}

const card = (task) => html`<li>
  <a class="card card-small" href=${at`sessions/${session}/tasks/${task.task}`}>
    <span class="card-title" dir="auto">${task.title || "(no title)"}</span>
    ${task.assignee
      ? html`<span class="card-foot">${avatar(task.assignee)}<span class="cut">${text(task.assignee)}</span></span>`
      : nothing}
  </a>
</li>`;

// Whether a message reaches the model of an agent: what the server knows, and a test of it.

import { html, nothing } from "./lib/lit-html/lit-html.js";
import { path, post } from "./api.js";
import { age, words } from "./format.js";
import { may } from "./rights.js";
import { changed, state } from "./store.js";

/** Shorter than proxies wait for an answer. */
const TIMEOUT = 45_000;
const MOST = 50;

/** The tests under way or over, by agent: `{running, text}`. */
const tests = new Map();

/** Returns the test of an agent that is under way, or the last one; undefined for none. */
export const testOf = (agent) => tests.get(agent);

/** When a reach was read first, as the server says how old its evidence was then. */
const read = new WeakMap();

function evidenceAt(reach) {
  if (!read.has(reach)) read.set(reach, Date.now());
  return read.get(reach) - reach.ageMs;
}

const all = (names) => names.map(words).join(" and ");

function ago(reach) {
  const span = age(evidenceAt(reach));
  return span === "now" ? "just now" : `${span} ago`;
}

/** The reach in words, for example "reachable, proven 3 min ago by hook and monitor". */
export function sentence(reach) {
  switch (reach.state) {
    case "proven":
      return `reachable, proven ${ago(reach)} by ${all(reach.by)}`;
    case "unproven":
      return `unproven: ${all(reach.by)} never answered, or not lately`;
    case "asleep":
      return "asleep: only hears when it asks";
    case "unreachable":
      return "unreachable";
    default:
      return "not known here";
  }
}

/** The line below an agent: its reach, the test of it, and what the last test found. */
export function reachLine(agent) {
  if (agent.person || !agent.online || !agent.reach) return nothing;
  const test = tests.get(agent.id);
  return html`<div class="reach" data-reach=${agent.reach.state}>
    <span class="reach-text" title=${agent.reach.by.map(words).join(", ")}>${sentence(agent.reach)}</span>
    ${may("work")
      ? html`<button
          type="button"
          class="button reach-test"
          ?disabled=${test?.running}
          aria-label=${`Test whether ${agent.id} can be reached`}
          @click=${() => run(agent.id)}
        >
          ${test?.running ? "Testing …" : "Test"}
        </button>`
      : nothing}
    ${test?.text ? html`<span class="reach-result" role="status">${test.text}</span>` : nothing}
  </div>`;
}

async function run(id) {
  const test = { running: true, text: "" };
  tests.delete(id);
  tests.set(id, test);
  if (tests.size > MOST) tests.delete(tests.keys().next().value);
  changed();
  try {
    const result = await post(path`agents/${id}/wake-test`, { timeoutMs: TIMEOUT });
    test.text = result.reached
      ? `Reached by ${words(result.by)} in ${(result.millis / 1000).toFixed(1)} s (${result.evidence}).`
      : `Not reached. ${result.hint}`;
    const known = state.agents.get(id);
    if (known) {
      const by = result.reached ? result.offered : (known.reach?.by ?? []);
      state.agents.set(id, { ...known, reach: { state: result.state, by, ageMs: 0 } });
    }
  } catch (problem) {
    test.text = problem.message;
  }
  test.running = false;
  changed();
}

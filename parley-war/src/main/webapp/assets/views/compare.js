// Two sessions side by side; what draws them is loaded when it is first opened.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { get } from "../api.js";
import { Loaded } from "../loaded.js";
import { empty, head, iconButton, loading, refused, shown } from "../parts.js";
import { use } from "../resources.js";
import { instead, isAt, withQuery } from "../router.js";
import { state } from "../store.js";

const drawing = new Loaded("the comparison", "./compare/drawing.js", "./compare/compare.css");

export const title = ({ query: { a, b } }) => (a && b ? `${a} and ${b}` : "Compare sessions");

export function view(route) {
  const sessions = use("sessions", () => get("sessions?limit=200"));
  drawing.load();
  const ids = (sessions.data?.items ?? []).filter(({ recorded }) => recorded).map(({ id }) => id);
  const { a, b } = chosen(route, ids);
  const areTwo = Boolean(a && b);
  return html`${head("Compare", {
      sub: "Two sessions side by side",
      actions: areTwo ? choice(route, ids, a, b) : nothing,
    })}
    ${areTwo
      ? drawn(a, b)
      : shown(sessions, "the sessions", () =>
          empty("There are no two sessions yet", "Two runs of team work can be compared as soon as there are two."),
        )}`;
}

/** The two of the address; where one is missing, the session that the page is about, and the newest other one. */
function chosen(route, ids) {
  const { query } = route;
  const a = query.a ?? [state.session, ...ids].find((id) => id && id !== query.b);
  const b = query.b ?? ids.find((id) => id !== a);
  if (a && b && !(query.a && query.b)) {
    // After this drawing: the address names both, so that it can be sent to somebody.
    queueMicrotask(() => {
      if (state.route === route && isAt(route)) instead(withQuery(route, { a, b }));
    });
  }
  return { a, b };
}

const choice = (route, ids, a, b) => html`${field(route, ids, "a", "First session", a, b)}
  ${iconButton("swap", "Exchange them", () => instead(withQuery(route, { a: b, b: a })))}
  ${field(route, ids, "b", "Second session", b, a)}`;

/** The one that stands on the other side is not offered. */
const field = (route, ids, name, label, value, other) => html`<select
  class="input compare-choice"
  aria-label=${label}
  @change=${(event) => instead(withQuery(route, { [name]: event.target.value }))}
>
  ${repeat(
    [...new Set([...ids, value])].filter((id) => id !== other || id === value),
    (id) => id,
    (id) => html`<option value=${id} .selected=${id === value}>${id}</option>`,
  )}
</select>`;

function drawn(a, b) {
  if (drawing.module) return drawing.module.comparison(a, b);
  return drawing.problem ? refused(drawing.problem, () => drawing.again()) : loading("both sessions");
}

// The dependencies of a session's tasks as a picture; what draws it is loaded when it is first opened.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { board } from "../board.js";
import { head, loading, refused, sessionLine, sessionTabs } from "../parts.js";
import { changed } from "../store.js";
import { leaves } from "./board.js";

export const title = ({ params }) => `Graph of ${params.session}`;

let drawing = null;
let problem = null;
let asked = false;

export function view(route) {
  const { session } = route.params;
  const tasks = board(session);
  tasks.refreshWhereShown();
  leaves(route);
  load();
  const isReady = drawing !== null && tasks.loaded;
  return html`${head("Graph", {
      sub: sessionLine(session),
      tabs: sessionTabs(session, "graph"),
      actions: isReady ? drawing.tools(route, tasks) : nothing,
    })}
    ${isReady
      ? drawing.picture(route, tasks)
      : problem
        ? refused(problem, again)
        : tasks.problem
          ? refused(tasks.problem, () => tasks.read())
          : loading("the graph")}`;
}

function again() {
  problem = null;
  asked = false;
  changed();
}

async function load() {
  if (asked) return;
  asked = true;
  try {
    [drawing] = await Promise.all([import("../graph/drawing.js"), styles("../graph/graph.css")]);
  } catch {
    problem = new Error("What draws the graph could not be loaded.");
  }
  changed();
}

/** Done when the style sheet is there, so that nothing is shown without it. */
const styles = (file) =>
  new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(file, import.meta.url).href;
    link.onload = done;
    link.onerror = () => {
      link.remove();
      failed();
    };
    document.head.append(link);
  });

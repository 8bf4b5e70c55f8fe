// Throughput and lead time of a session's tasks; what draws them is loaded when they are first opened.

import { html } from "../lib/lit-html/lit-html.js";
import { board } from "../board.js";
import { Loaded } from "../loaded.js";
import { head, loading, refused, sessionLine, sessionTabs } from "../parts.js";
import { refresh } from "../resources.js";
import { workOf } from "../run.js";

export const title = ({ params }) => `Charts of ${params.session}`;

const drawing = new Loaded("the charts", "./charts/drawing.js", "./charts/charts.css");

export function view({ params }) {
  const { session } = params;
  const tasks = board(session);
  const work = workOf(session);
  tasks.refreshWhereShown();
  drawing.load();
  const isReady = drawing.module !== null && work.data !== null && tasks.loaded;
  const problem = drawing.problem ?? work.problem ?? tasks.problem;
  return html`${head("Charts", { sub: sessionLine(session), tabs: sessionTabs(session, "charts") })}
    ${isReady
      ? drawing.module.charts(tasks, work.data)
      : problem
        ? refused(problem, () => again(session))
        : loading("the tasks")}`;
}

function again(session) {
  if (drawing.problem) drawing.again();
  refresh(`run:${session}`);
  if (board(session).problem) board(session).read();
}

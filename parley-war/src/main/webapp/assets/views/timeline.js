// A run as a picture, agents as lanes; what draws it is loaded when it is first opened.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { board } from "../board.js";
import { Loaded } from "../loaded.js";
import { head, loading, refused, sessionLine, sessionTabs } from "../parts.js";
import { refresh } from "../resources.js";
import { talkOf, workOf } from "../run.js";
import { leaves } from "./board.js";

export const title = ({ params }) => `Timeline of ${params.session}`;

const drawing = new Loaded("the timeline", "./timeline/drawing.js", "./timeline/timeline.css");

export function view(route) {
  const { session } = route.params;
  const tasks = board(session);
  const work = workOf(session);
  const talk = talkOf(session);
  tasks.refreshWhereShown();
  leaves(route);
  drawing.load();
  const isReady = drawing.module !== null && work.data !== null && talk.data !== null && tasks.loaded;
  const problem = drawing.problem ?? work.problem ?? talk.problem ?? tasks.problem;
  return html`${head("Timeline", {
      sub: sessionLine(session),
      tabs: sessionTabs(session, "timeline"),
      actions: isReady ? drawing.module.tools(route) : nothing,
    })}
    ${isReady
      ? drawing.module.picture(route, work.data, talk.data, tasks)
      : problem
        ? refused(problem, () => again(session))
        : loading("what happened")}`;
}

function again(session) {
  if (drawing.problem) drawing.again();
  for (const key of [`run:${session}`, `talk:${session}`]) refresh(key);
  if (board(session).problem) board(session).read();
}

// The dependencies of a session's tasks as a picture; what draws it is loaded when it is first opened.

import { html, nothing } from "../lib/lit-html/lit-html.js";
import { board } from "../board.js";
import { Loaded } from "../loaded.js";
import { head, loading, refused, sessionLine, sessionTabs } from "../parts.js";
import { leaves } from "./board.js";

export const title = ({ params }) => `Graph of ${params.session}`;

const drawing = new Loaded("the graph", "./graph/drawing.js", "./graph/graph.css");

export function view(route) {
  const { session } = route.params;
  const tasks = board(session);
  tasks.refreshWhereShown();
  leaves(route);
  drawing.load();
  const isReady = drawing.module !== null && tasks.loaded;
  return html`${head("Graph", {
      sub: sessionLine(session),
      tabs: sessionTabs(session, "graph"),
      actions: isReady ? drawing.module.tools(route, tasks) : nothing,
    })}
    ${isReady
      ? drawing.module.picture(route, tasks)
      : drawing.problem
        ? refused(drawing.problem, () => drawing.again())
        : tasks.problem
          ? refused(tasks.problem, () => tasks.read())
          : loading("the graph")}`;
}

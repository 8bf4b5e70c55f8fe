// Which tasks and dependencies a graph shows, and what is known of each.

/** What a task is to those who look for work: its status, and of todo whether it can be begun. */
export function standing(task, tasks) {
  if (task.status !== "todo") return task.status;
  return tasks.blockedBy(task).length ? "blocked" : "ready";
}

export const STANDINGS = {
  ready: { name: "Ready", icon: "play" },
  blocked: { name: "Blocked", icon: "block" },
  in_progress: { name: "In progress", icon: "edit" },
  in_review: { name: "In review", icon: "search" },
  done: { name: "Done", icon: "check" },
};

/** Those without dependencies: what wants somebody first, what is done last. */
const ORDER = { in_review: 0, ready: 1, in_progress: 2, blocked: 3, done: 4 };

/**
 * @param {import("../board.js").Board} tasks
 * @param {string} show `""` for all, `open` for all but those done, or a standing
 */
export function graphOf(tasks, show) {
  const shown = new Map();
  for (const task of tasks.tasks.values()) {
    const its = standing(task, tasks);
    if (!show || show === its || (show === "open" && its !== "done")) {
      shown.set(task.id, { task, standing: its, needs: [], neededBy: [] });
    }
  }
  const edges = [];
  for (const node of shown.values()) {
    for (const id of new Set(node.task.dependsOn ?? [])) {
      const needed = shown.get(id);
      if (!needed || needed === node) continue;
      node.needs.push(needed);
      needed.neededBy.push(node);
      edges.push([needed, node]);
    }
  }
  const linked = [];
  const alone = [];
  for (const node of shown.values()) (node.needs.length || node.neededBy.length ? linked : alone).push(node);
  alone.sort((a, b) => ORDER[a.standing] - ORDER[b.standing]);
  return { linked, alone, edges, byId: shown };
}

/** The same for the same picture: what a layout is made of, and no more. */
export const shapeOf = ({ linked, edges }, direction) =>
  `${direction} ${linked.map(({ task }) => task.id).join()} ${edges.map(([a, b]) => `${a.task.id}>${b.task.id}`).join()}`;

package dev.parley.engine.task;

import dev.parley.engine.persistence.SqlStatement;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The part that the claims of one commit share: before their statements the head of the queue,
 * after them the claimed tasks. Each is read once for all claims.
 */
final class ClaimBatch {
  private static final int ATTEMPTS = 3;

  private final SessionTransaction session;
  private final SessionId id;
  private final Leases leases;
  private final TaskQueue queue;
  private final Set<TaskId> unread = new LinkedHashSet<>();
  private final Map<TaskId, TaskRow> rows = new HashMap<>();

  ClaimBatch(SessionTransaction session, SessionId id, Leases leases) {
    this.session = session;
    this.id = id;
    this.leases = leases;
    this.queue = new TaskQueue(session.entities(), session.session(), session.now());
  }

  /** Returns the task {@code agent} should claim next, and offers it to no other agent. */
  Optional<TaskId> poll(AgentId agent) {
    return queue.poll(agent, session.together());
  }

  /** Returns the statement that claims {@code task} for {@code agent}. */
  SqlStatement statement(TaskId task, AgentId agent) {
    unread.add(task);
    rows.remove(task);
    long now = session.now();
    return ClaimRules.of(session.session(), task, agent, now, leases.until(now));
  }

  /**
   * Claims the next task by itself, after the statements of all claims; empty if there is none.
   * Another node may renew an expired lease at this moment, so it tries more than once.
   */
  Optional<TaskId> claimFirst(AgentId agent) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<TaskId> next = queue.first(agent);
      if (next.isEmpty() || statement(next.get(), agent).execute(session.entities()) == 1) {
        return next;
      }
    }
    return Optional.empty();
  }

  /** Records the claim of {@code task}, which {@code agent} has won. */
  Claim won(TaskId task, AgentId agent) {
    TaskRow row = row(task).orElseThrow();
    session.record(agent, new TaskChanged(task, row.status(), row.assignee()));
    return Claim.won(tasks().snapshot(row, id));
  }

  /** Returns a task as it is after the claims; empty if it does not exist. */
  Optional<TaskRow> row(TaskId task) {
    if (unread.contains(task)) {
      tasks().rows(List.copyOf(unread)).forEach(row -> rows.put(row.id(), row));
      unread.clear();
    }
    return Optional.ofNullable(rows.get(task));
  }

  TaskRows tasks() {
    return TaskRows.of(session);
  }
}

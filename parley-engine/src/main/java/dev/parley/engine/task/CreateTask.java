package dev.parley.engine.task;

import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.RowIds;
import dev.parley.engine.session.SessionCommand;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.engine.session.SessionTransaction.Held;
import dev.parley.engine.task.TaskMessages.Before;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TooManyDerived;
import dev.parley.problem.TooManyDerived.Bound;
import dev.parley.problem.UnknownDependencies;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import java.util.List;
import java.util.Optional;

/** The creation of a task, once under an idempotency key. */
record CreateTask(LiveSession live, Actor actor, TaskDraft draft) implements SessionCommand<Task> {
  private static final int MAX_DEPTH = 1;
  private static final int MAX_CHILDREN = 3;

  @Override
  public Task in(SessionTransaction session) {
    TaskRows rows = TaskRows.of(session);
    Optional<TaskRow> earlier =
        draft.idempotencyKey().flatMap(key -> rows.under(actor.agent(), key));
    earlier.ifPresent(row -> refuseOther(rows, row));
    return rows.snapshot(earlier.orElseGet(() -> insert(session, rows)), live.id());
  }

  /**
   * Refuses a draft that differs from the one {@code earlier} was created from. The assignee is not
   * compared, because it may have changed since.
   */
  private void refuseOther(TaskRows rows, TaskRow earlier) {
    TaskDraft made = rows.snapshot(earlier, live.id()).draft();
    boolean sameContent =
        rows.original(earlier)
            .map(original -> original.isOf(draft))
            .orElseGet(
                () ->
                    made.title().equals(draft.title())
                        && made.priority() == draft.priority()
                        && made.description().equals(draft.description()));
    boolean same =
        sameContent
            && made.dependsOn().equals(draft.dependsOn())
            && made.parent().equals(draft.parent())
            && made.derivedReason().equals(draft.derivedReason())
            && made.gates().equals(draft.gates());
    if (!same) {
      throw new ParleyException(
          new KeyReused(draft.idempotencyKey().orElseThrow(), "task", earlier.id().value()));
    }
  }

  private TaskRow insert(SessionTransaction session, TaskRows rows) {
    List<String> unknown = rows.unknown(draft.dependsOn());
    if (!unknown.isEmpty()) {
      throw new ParleyException(new UnknownDependencies(unknown));
    }
    AgentId agent = actor.agent();
    int depth = draft.parent().map(parent -> depthBelow(rows, parent)).orElse(0);
    session.add(Held.TASK);
    String id = RowIds.next();
    TaskRow row =
        new TaskRow(id, session.session(), session.nextSeq(), agent, depth, draft, session.now());
    session.entities().persist(row);
    if (row.hasConditions()) {
      session.entities().flush(); // a provider is free to insert rows that refer to it first
    }
    for (int i = 0; i < draft.dependsOn().size(); i++) {
      String dependsOn = draft.dependsOn().get(i).value();
      session.entities().persist(new DependencyRow(id, i, dependsOn, session.session()));
    }
    for (int i = 0; i < draft.gates().size(); i++) {
      session.entities().persist(new GateRow(id, i, draft.gates().get(i), session.session()));
    }
    session.record(agent, new TaskChanged(row.id(), row.status(), row.assignee()));
    live.inform(session, actor, TaskMessages.of(agent, Before.NONE, row));
    return row;
  }

  private static int depthBelow(TaskRows rows, TaskId parent) {
    TaskRow row =
        rows.row(parent).orElseThrow(() -> new ParleyException(new NotFound("parent task")));
    int depth = row.depth() + 1;
    if (depth > MAX_DEPTH) {
      throw new ParleyException(new TooManyDerived(Bound.DEPTH, MAX_DEPTH));
    }
    if (rows.children(parent) >= MAX_CHILDREN) {
      throw new ParleyException(new TooManyDerived(Bound.SIBLINGS, MAX_CHILDREN));
    }
    return depth;
  }
}

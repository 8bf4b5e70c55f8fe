package dev.parley.engine.task;

import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.RowIds;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.engine.session.SessionTransaction.Held;
import dev.parley.engine.task.TaskInterceptor.Moment;
import dev.parley.engine.task.TaskMessages.Before;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.HookFailed;
import dev.parley.problem.KeyReused;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TooManyDerived;
import dev.parley.problem.TooManyDerived.Bound;
import dev.parley.problem.UnknownDependencies;
import dev.parley.task.Claim;
import dev.parley.task.Lease;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tasks of a session, as one agent sees them, on rows. */
public final class JpaTasks implements Tasks {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(TaskRow.class, DependencyRow.class, DependencyRow.Place.class);

  private static final String OPEN = "Unmet dependencies: ";
  private static final String STILL_OPEN = "Unmet dependencies (re-check after hook): ";
  private static final int MAX_DEPTH = 1;
  private static final int MAX_CHILDREN = 3;

  private final LiveSession session;
  private final Actor actor;
  private final AgentId agent;
  private final Leases leases;
  private final TaskInterceptor gate;
  private final TaskAudit audit;
  private volatile boolean foundOne;

  /** Makes the tasks of {@code session} as {@code actor} sees them. */
  public JpaTasks(
      LiveSession session, Actor actor, Leases leases, TaskInterceptor gate, AgentAudit audit) {
    this.session = session;
    this.actor = actor;
    this.agent = actor.agent();
    this.leases = leases;
    this.gate = gate;
    this.audit = new TaskAudit(audit, session.id());
  }

  @Override
  public Task create(TaskDraft draft) {
    return session.write(
        writing -> {
          TaskRows rows = TaskRows.of(writing);
          Optional<Task> earlier =
              draft
                  .idempotencyKey()
                  .flatMap(key -> rows.under(agent, key))
                  .map(row -> rows.snapshot(row, session.id()));
          earlier.ifPresent(task -> refuseOther(task, draft));
          return earlier.orElseGet(() -> rows.snapshot(insert(writing, rows, draft), session.id()));
        });
  }

  /**
   * Refuses a task that differs from {@code earlier}. The assignee is not compared, because it may
   * have changed since.
   */
  private static void refuseOther(Task earlier, TaskDraft draft) {
    TaskDraft made = earlier.draft();
    boolean same =
        made.title().equals(draft.title())
            && made.priority() == draft.priority()
            && made.description().equals(draft.description())
            && made.dependsOn().equals(draft.dependsOn())
            && made.parent().equals(draft.parent())
            && made.derivedReason().equals(draft.derivedReason());
    if (!same) {
      throw new ParleyException(
          new KeyReused(draft.idempotencyKey().orElseThrow(), "task", earlier.id().value()));
    }
  }

  @Override
  public Task update(TaskId id, TaskChange change) {
    Optional<HookFailed> failed = Optional.empty();
    if (change.status().equals(Optional.of(TaskStatus.DONE))) {
      Task before = find(id).orElseThrow(JpaTasks::absent);
      AgentId holder = before.assignee().orElse(agent);
      if (gate.watches(Moment.AFTER_TASK, session.id(), holder)) {
        session.read(
            entities -> {
              TaskRows rows = rows(entities);
              TaskTransitionRules.check(
                  rows, rows.row(id).orElseThrow(JpaTasks::absent), actor, change);
              return true;
            });
        failed = gate.pass(Moment.AFTER_TASK, session.id(), holder, id);
      }
    }
    boolean stopped = failed.isPresent();
    Optional<String> why = failed.map(HookFailed::message);
    TaskChange made =
        stopped
            ? new TaskChange(
                Optional.of(TaskStatus.IN_REVIEW), change.assignee(), change.fencingToken())
            : change;
    Change result =
        session.write(
            writing -> {
              TaskRows rows = TaskRows.of(writing);
              TaskRow row = rows.row(id).orElseThrow(JpaTasks::absent);
              TaskTransitionRules.check(rows, row, actor, stopped ? change : made);
              boolean ofAnother = row.isOfAnother(agent, made);
              Before before = Before.of(row);
              TaskTransitionRules.apply(row, agent, made, writing, leases);
              record(writing, before, row, why);
              return new Change(rows.snapshot(row, session.id()), ofAnother);
            });
    Task changed = audit.changed(result.task(), result.ofAnother(), made);
    if (changed.status() == TaskStatus.DONE) {
      session.finished(changed.assignee().orElse(agent));
    }
    failed.ifPresent(
        hook -> {
          throw new ParleyException(hook);
        });
    return changed;
  }

  /** A changed task, and whether the change decided about the work of another agent. */
  private record Change(Task task, boolean ofAnother) {}

  @Override
  public Claim claim(TaskId id) {
    boolean watched = gate.watches(Moment.BEFORE_TASK, session.id(), agent);
    if (watched) {
      Optional<Claim> refusedEarly = refusedEarly(id);
      if (refusedEarly.isPresent()) {
        return refusedEarly.get();
      }
      Optional<HookFailed> failed = gate.pass(Moment.BEFORE_TASK, session.id(), agent, id);
      if (failed.isPresent()) {
        return Claim.lost(find(id), failed.get().message());
      }
    }
    return audit.claimed(session.write(claimOf(id, watched ? STILL_OPEN : OPEN)));
  }

  private ClaimTask claimOf(TaskId id, String blocked) {
    return new ClaimTask(session.id(), agent, leases, id, blocked);
  }

  /**
   * Claims the next task. Where the last look found nothing, it looks before it locks: an agent
   * that keeps asking in vain blocks no writer.
   */
  @Override
  public Claim claimNext() {
    if (!gate.watches(Moment.BEFORE_TASK, session.id(), agent)) {
      boolean mayBeThere = foundOne || peek().isPresent();
      Claim claim =
          mayBeThere
              ? audit.claimed(session.write(new ClaimNext(session.id(), agent, leases)))
              : ClaimNext.NONE;
      foundOne = claim.isWon();
      return claim;
    }
    while (true) {
      Optional<TaskId> candidate = peek();
      if (candidate.isEmpty()) {
        return ClaimNext.NONE;
      }
      Claim claim = claim(candidate.get());
      boolean mayPassLater =
          claim.task().filter(task -> task.status() == TaskStatus.TODO).isPresent();
      if (claim.isWon() || mayPassLater) {
        return claim;
      }
    }
  }

  private Optional<TaskId> peek() {
    return session.read(
        entities -> new TaskQueue(entities, session.key(), leases.now()).first(agent));
  }

  @Override
  public Lease renew(TaskId id, Optional<Long> fencingToken) {
    return session.write(
        writing -> {
          TaskRow row = held(writing, id, fencingToken);
          row.heldBy(agent, leases.until(writing.now()), writing.now());
          return TaskRows.of(writing).snapshot(row, session.id()).lease().orElseThrow();
        });
  }

  @Override
  public Task release(TaskId id, Optional<Long> fencingToken) {
    TaskChange made = TaskChange.to(TaskStatus.TODO);
    Change result =
        session.write(
            writing -> {
              TaskRow row = releasable(writing, id, fencingToken);
              boolean ofAnother = row.isOfAnother(agent, made);
              Before before = Before.of(row);
              row.backOnBoard(writing.nextSeq(), writing.now());
              record(writing, before, row, Optional.empty());
              return new Change(TaskRows.of(writing).snapshot(row, session.id()), ofAnother);
            });
    return audit.changed(result.task(), result.ofAnother(), made);
  }

  @Override
  public List<Task> list(TaskFilter filter) {
    return session.read(entities -> rows(entities).list(filter, session.id()));
  }

  @Override
  public TaskPage list(TaskFilter filter, Optional<TaskId> after, PageSize<Task> size) {
    return session.read(
        entities -> {
          TaskRows rows = rows(entities);
          long number =
              after.isEmpty() ? 0 : rows.row(after.get()).orElseThrow(JpaTasks::absent).number();
          return rows.list(filter, number, size, session.id());
        });
  }

  @Override
  public ListPage<LinkedTask> linked(
      TaskFilter filter, Optional<TaskId> after, PageSize<LinkedTask> size) {
    return new TaskLinks(session).page(list(filter, after, TaskLinks.read(size)), size);
  }

  @Override
  public Optional<LinkedTask> linked(TaskId id) {
    return find(id).map(task -> new TaskLinks(session).of(task));
  }

  @Override
  public Map<TaskId, String> titles(Set<TaskId> ids) {
    return new TaskLinks(session).titles(ids);
  }

  @Override
  public Map<TaskStatus, Long> counts() {
    return new TaskLinks(session).counts();
  }

  @Override
  public Optional<Task> find(TaskId id) {
    return session.read(
        entities -> {
          TaskRows rows = rows(entities);
          return rows.row(id).map(row -> rows.snapshot(row, session.id()));
        });
  }

  /** Returns the reason why a claim would fail now, so that no hook runs for it. */
  private Optional<Claim> refusedEarly(TaskId id) {
    return session.read(
        entities -> {
          TaskRows rows = rows(entities);
          Optional<TaskRow> row = rows.row(id);
          boolean free = row.filter(task -> task.isFreeFor(agent, leases.now())).isPresent();
          return free && rows.open(id).isEmpty()
              ? Optional.empty()
              : Optional.of(claimOf(id, OPEN).lost(rows, row));
        });
  }

  private TaskRows rows(EntityManager entities) {
    return new TaskRows(entities, session.key());
  }

  private TaskRow insert(SessionTransaction writing, TaskRows rows, TaskDraft draft) {
    List<String> unknown = rows.unknown(draft.dependsOn());
    if (!unknown.isEmpty()) {
      throw new ParleyException(new UnknownDependencies(unknown));
    }
    int depth = draft.parent().map(parent -> depthBelow(rows, parent)).orElse(0);
    writing.add(Held.TASK);
    String id = RowIds.next();
    TaskRow row =
        new TaskRow(id, session.key(), writing.nextSeq(), agent, depth, draft, writing.now());
    writing.entities().persist(row);
    if (!draft.dependsOn().isEmpty()) {
      writing.entities().flush(); // a provider is free to insert rows that refer to it first
    }
    for (int i = 0; i < draft.dependsOn().size(); i++) {
      String dependsOn = draft.dependsOn().get(i).value();
      writing.entities().persist(new DependencyRow(id, i, dependsOn, session.key()));
    }
    record(writing, Before.NONE, row, Optional.empty());
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

  private TaskRow held(SessionTransaction writing, TaskId id, Optional<Long> token) {
    TaskRow row = TaskRows.of(writing).row(id).orElseThrow(JpaTasks::absent);
    return held(row, row.isHeldBy(agent), token);
  }

  /** Returns a task whose claim the caller may end: its own, or as a lead that of any holder. */
  private TaskRow releasable(SessionTransaction writing, TaskId id, Optional<Long> token) {
    TaskRow row = TaskRows.of(writing).row(id).orElseThrow(JpaTasks::absent);
    return held(row, actor.leads() ? row.holder().isPresent() : row.isHeldBy(agent), token);
  }

  private static TaskRow held(TaskRow row, boolean isHeld, Optional<Long> token) {
    if (!isHeld || token.filter(given -> given != row.fence()).isPresent()) {
      throw new ParleyException(new ClaimLost(row.holder().map(AgentId::value)));
    }
    return row;
  }

  /** Records what a task became, and writes the messages about it. */
  private void record(
      SessionTransaction writing, Before before, TaskRow row, Optional<String> reason) {
    writing.record(agent, new TaskChanged(row.id(), row.status(), row.assignee(), reason));
    session.inform(writing, actor, TaskMessages.of(agent, before, row));
  }

  /**
   * Refuses a fencing token that is not the task's current one. Without a token any task may be
   * named, even one this session does not have.
   */
  public static void checkClaim(SessionTransaction writing, TaskId id, Optional<Long> token) {
    if (token.isPresent()) {
      TaskRow row = TaskRows.of(writing).row(id).orElseThrow(JpaTasks::absent);
      if (row.fence() != token.get()) {
        throw new ParleyException(new ClaimLost(row.holder().map(AgentId::value)));
      }
    }
  }

  private static ParleyException absent() {
    return new ParleyException(new NotFound("task"));
  }
}

package dev.parley.engine.task;

import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.session.Actor;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.engine.task.TaskInterceptor.Moment;
import dev.parley.engine.task.TaskMessages.Before;
import dev.parley.event.TaskChanged;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.HookFailed;
import dev.parley.problem.NotFound;
import dev.parley.problem.ParleyException;
import dev.parley.spi.Telemetry;
import dev.parley.task.Claim;
import dev.parley.task.Gate;
import dev.parley.task.Lease;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskEdit;
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
      List.of(
          TaskRow.class,
          DependencyRow.class,
          DependencyRow.Place.class,
          GateRow.class,
          OriginalRow.class);

  private static final String OPEN = "Unmet dependencies: ";
  private static final String STILL_OPEN = "Unmet dependencies (re-check after hook): ";

  private final LiveSession session;
  private final Actor actor;
  private final AgentId agent;
  private final Leases leases;
  private final TaskInterceptor hooks;
  private final TeamRoles roles;
  private final TaskAudit audit;
  private final Telemetry telemetry;
  private volatile boolean foundOne;

  /**
   * Makes the tasks of {@code session} as {@code actor} sees them.
   *
   * @param telemetry observes the claims
   */
  public JpaTasks(
      LiveSession session,
      Actor actor,
      Leases leases,
      TaskInterceptor hooks,
      TeamRoles roles,
      AgentAudit audit,
      Telemetry telemetry) {
    this.session = session;
    this.actor = actor;
    this.agent = actor.agent();
    this.leases = leases;
    this.hooks = hooks;
    this.roles = roles;
    this.audit = new TaskAudit(audit, session.id());
    this.telemetry = telemetry;
  }

  @Override
  public Task create(TaskDraft draft) {
    return session.write(new CreateTask(session, actor, draft));
  }

  @Override
  public Task update(TaskId id, TaskChange change) {
    Optional<HookFailed> failed = Optional.empty();
    Optional<AgentId> hookOf = Optional.empty();
    if (change.status().equals(Optional.of(TaskStatus.DONE))) {
      Task before = find(id).orElseThrow(JpaTasks::absent);
      AgentId holder = before.assignee().orElse(agent);
      if (hooks.watches(Moment.AFTER_TASK, session.id(), holder)) {
        session.read(
            entities -> {
              TaskRows rows = rows(entities);
              TaskRow row = rows.row(id).orElseThrow(JpaTasks::absent);
              TaskTransitionRules.check(rows, row, actor, change, Optional.of(gates(true)));
              return true;
            });
        failed = hooks.pass(Moment.AFTER_TASK, session.id(), holder, id);
        hookOf = failed.isEmpty() ? before.assignee() : Optional.empty();
      }
    }
    boolean stopped = failed.isPresent();
    Optional<String> why = failed.map(HookFailed::message);
    Optional<AgentId> passedBy = hookOf;
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
              // the task may have another assignee by now
              boolean hookPassed = passedBy.isPresent() && passedBy.equals(row.assignee());
              Optional<TaskGates> gates =
                  stopped ? Optional.empty() : Optional.of(gates(hookPassed));
              TaskTransitionRules.check(rows, row, actor, change, gates);
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

  private TaskGates gates(boolean hookPassed) {
    return new TaskGates(session.id(), roles, hookPassed);
  }

  /** A changed task, and whether the change decided about the work of another agent. */
  private record Change(Task task, boolean ofAnother) {}

  @Override
  public Task edit(TaskId id, TaskEdit edit) {
    return audit.edited(session.write(new EditTask(session, actor, id, edit)));
  }

  @Override
  public List<Gate> openGates(TaskId id) {
    return session.read(
        entities -> {
          TaskRows rows = rows(entities);
          return gates(false).open(rows, rows.row(id).orElseThrow(JpaTasks::absent));
        });
  }

  @Override
  public Claim claim(TaskId id) {
    Claim claim = claimOne(id);
    telemetry.claimed(claim);
    return claim;
  }

  private Claim claimOne(TaskId id) {
    boolean watched = hooks.watches(Moment.BEFORE_TASK, session.id(), agent);
    if (watched) {
      Optional<Claim> refusedEarly = refusedEarly(id);
      if (refusedEarly.isPresent()) {
        return refusedEarly.get();
      }
      Optional<HookFailed> failed = hooks.pass(Moment.BEFORE_TASK, session.id(), agent, id);
      if (failed.isPresent()) {
        return Claim.lost(find(id), failed.get().message());
      }
    }
    return audit.claimed(session.write(claimOf(id, watched ? STILL_OPEN : OPEN)));
  }

  private ClaimTask claimOf(TaskId id, String blocked) {
    return new ClaimTask(session.id(), agent, leases, id, blocked);
  }

  @Override
  public Claim claimNext() {
    Claim claim = claimAny();
    telemetry.claimed(claim);
    return claim;
  }

  /**
   * Claims the next task. Where the last look found nothing, it looks before it locks: an agent
   * that keeps asking in vain blocks no writer.
   */
  private Claim claimAny() {
    if (!hooks.watches(Moment.BEFORE_TASK, session.id(), agent)) {
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
      Claim claim = claimOne(candidate.get());
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

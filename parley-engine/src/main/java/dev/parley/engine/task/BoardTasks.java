package dev.parley.engine.task;

import dev.parley.ParleyException;
import dev.parley.agent.AgentId;
import dev.parley.engine.session.LiveSession;
import dev.parley.engine.session.RowIds;
import dev.parley.engine.session.Writing;
import dev.parley.engine.session.Writing.Held;
import dev.parley.engine.task.TaskGate.Moment;
import dev.parley.event.TaskChanged;
import dev.parley.problem.ClaimLost;
import dev.parley.problem.HookFailed;
import dev.parley.problem.NotFound;
import dev.parley.problem.TooManyDerived;
import dev.parley.problem.TooManyDerived.Bound;
import dev.parley.problem.UnknownDependencies;
import dev.parley.task.Claim;
import dev.parley.task.Lease;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskId;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import java.util.List;
import java.util.Optional;

/** The board of a session, as one agent sees it, on rows. */
public final class BoardTasks implements Tasks {
  /** The entities of this package. */
  public static final List<Class<?>> ENTITIES =
      List.of(TaskRow.class, DependencyRow.class, DependencyRow.Place.class);

  private static final String NOT_FREE =
      "Task is not in 'todo' state or is assigned to another agent";
  private static final String OPEN = "Unmet dependencies: ";
  private static final String STILL_OPEN = "Unmet dependencies (re-check after hook): ";
  private static final String NONE_FREE = "No task is free and unblocked for you";
  private static final int MOST_DEPTH = 1;
  private static final int MOST_CHILDREN = 3;

  private final LiveSession session;
  private final AgentId agent;
  private final Leases leases;
  private final TaskGate gate;

  /** What {@code agent} sees of the board of {@code session}. */
  public BoardTasks(LiveSession session, AgentId agent, Leases leases, TaskGate gate) {
    this.session = session;
    this.agent = agent;
    this.leases = leases;
    this.gate = gate;
  }

  @Override
  public Task create(TaskDraft draft) {
    return session.write(
        writing -> {
          TaskRows rows = TaskRows.of(writing);
          Optional<TaskRow> earlier = draft.idempotencyKey().flatMap(rows::under);
          return rows.snapshot(earlier.orElseGet(() -> insert(writing, rows, draft)), session.id());
        });
  }

  @Override
  public Task update(TaskId id, TaskChange change) {
    Optional<HookFailed> failed = Optional.empty();
    if (change.status().equals(Optional.of(TaskStatus.DONE))) {
      Task before = find(id).orElseThrow(BoardTasks::absent);
      AgentId holder = before.assignee().orElse(agent);
      if (gate.watches(Moment.AFTER_TASK, session.id(), holder)) {
        session.read(
            entities -> {
              TaskRows rows = new TaskRows(entities, session.key());
              Changing.check(rows, rows.row(id).orElseThrow(BoardTasks::absent), agent, change);
              return true;
            });
        failed = gate.pass(Moment.AFTER_TASK, session.id(), holder, id);
      }
    }
    boolean stopped = failed.isPresent();
    TaskChange made =
        stopped
            ? new TaskChange(
                Optional.of(TaskStatus.IN_REVIEW), change.assignee(), change.fencingToken())
            : change;
    Task changed =
        session.write(
            writing -> {
              TaskRows rows = TaskRows.of(writing);
              TaskRow row = rows.row(id).orElseThrow(BoardTasks::absent);
              Changing.check(rows, row, agent, stopped ? change : made);
              Changing.apply(row, agent, made, writing, leases);
              record(writing, row);
              return rows.snapshot(row, session.id());
            });
    failed.ifPresent(
        why -> {
          throw new ParleyException(why);
        });
    return changed;
  }

  @Override
  public Claim claim(TaskId id) {
    boolean watched = gate.watches(Moment.BEFORE_TASK, session.id(), agent);
    if (watched) {
      Optional<Claim> hopeless = hopeless(id);
      if (hopeless.isPresent()) {
        return hopeless.get();
      }
      Optional<HookFailed> failed = gate.pass(Moment.BEFORE_TASK, session.id(), agent, id);
      if (failed.isPresent()) {
        return Claim.lost(find(id), failed.get().sentence());
      }
    }
    return session.write(
        writing -> {
          TaskRows rows = TaskRows.of(writing);
          if (Claiming.claim(writing, id, agent, leases.until(writing.now()))) {
            return won(writing, rows, id);
          }
          return lost(rows, id, watched ? STILL_OPEN : OPEN);
        });
  }

  /** Looks before it locks: with nothing to take, nobody has to wait for those who write. */
  @Override
  public Claim claimNext() {
    boolean watched = gate.watches(Moment.BEFORE_TASK, session.id(), agent);
    while (true) {
      Optional<TaskId> candidate =
          session.read(entities -> Claiming.next(entities, session.key(), agent, leases.now()));
      if (candidate.isEmpty()) {
        return Claim.lost(Optional.empty(), NONE_FREE);
      }
      if (!watched) {
        return session.write(this::claimNext);
      }
      Claim claim = claim(candidate.get());
      boolean mayPassLater =
          claim.task().filter(task -> task.status() == TaskStatus.TODO).isPresent();
      if (claim.isWon() || mayPassLater) {
        return claim;
      }
    }
  }

  /** Chosen while nobody else writes, so that of a hundred who ask each gets one. */
  private Claim claimNext(Writing writing) {
    return Claiming.next(writing.entities(), session.key(), agent, writing.now())
        .filter(id -> Claiming.claim(writing, id, agent, leases.until(writing.now())))
        .map(id -> won(writing, TaskRows.of(writing), id))
        .orElseGet(() -> Claim.lost(Optional.empty(), NONE_FREE));
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
    return session.write(
        writing -> {
          TaskRow row = held(writing, id, fencingToken);
          row.backOnBoard(writing.nextSeq(), writing.now());
          record(writing, row);
          return TaskRows.of(writing).snapshot(row, session.id());
        });
  }

  @Override
  public List<Task> list(TaskFilter filter) {
    return session.read(
        entities -> new TaskRows(entities, session.key()).list(filter, session.id()));
  }

  @Override
  public Optional<Task> find(TaskId id) {
    return session.read(
        entities -> {
          TaskRows rows = new TaskRows(entities, session.key());
          return rows.row(id).map(row -> rows.snapshot(row, session.id()));
        });
  }

  /** Why a claim would fail now, so that nothing runs for it. */
  private Optional<Claim> hopeless(TaskId id) {
    return session.read(
        entities -> {
          TaskRows rows = new TaskRows(entities, session.key());
          boolean free = rows.row(id).filter(row -> row.isFreeFor(agent, leases.now())).isPresent();
          return free && rows.open(id).isEmpty()
              ? Optional.empty()
              : Optional.of(lost(rows, id, OPEN));
        });
  }

  private TaskRow insert(Writing writing, TaskRows rows, TaskDraft draft) {
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
      writing.entities().flush(); // a provider is free to insert what refers to it first
    }
    for (int i = 0; i < draft.dependsOn().size(); i++) {
      String dependsOn = draft.dependsOn().get(i).value();
      writing.entities().persist(new DependencyRow(id, i, dependsOn, session.key()));
    }
    record(writing, row);
    return row;
  }

  private static int depthBelow(TaskRows rows, TaskId parent) {
    TaskRow row =
        rows.row(parent).orElseThrow(() -> new ParleyException(new NotFound("parent task")));
    int depth = row.depth() + 1;
    if (depth > MOST_DEPTH) {
      throw new ParleyException(new TooManyDerived(Bound.DEPTH, MOST_DEPTH));
    }
    if (rows.children(parent) >= MOST_CHILDREN) {
      throw new ParleyException(new TooManyDerived(Bound.SIBLINGS, MOST_CHILDREN));
    }
    return depth;
  }

  private Claim won(Writing writing, TaskRows rows, TaskId id) {
    Task task = rows.snapshot(rows.row(id).orElseThrow(), session.id());
    writing.record(agent, new TaskChanged(id, task.status(), task.assignee()));
    return Claim.won(task);
  }

  private Claim lost(TaskRows rows, TaskId id, String openWords) {
    Optional<Task> task = rows.row(id).map(row -> rows.snapshot(row, session.id()));
    List<String> open = task.isPresent() ? rows.open(id) : List.of();
    return Claim.lost(task, open.isEmpty() ? NOT_FREE : openWords + String.join(", ", open));
  }

  private TaskRow held(Writing writing, TaskId id, Optional<Long> token) {
    TaskRow row = TaskRows.of(writing).row(id).orElseThrow(BoardTasks::absent);
    if (!row.isHeldBy(agent) || token.filter(given -> given != row.fence()).isPresent()) {
      throw new ParleyException(new ClaimLost(row.holder()));
    }
    return row;
  }

  private void record(Writing writing, TaskRow row) {
    writing.record(agent, new TaskChanged(row.id(), row.status(), row.assignee()));
  }

  /**
   * Refuses a fencing token that is not the task's current one. Without a token any task may be
   * named, also one this session does not have.
   */
  public static void checkClaim(Writing writing, TaskId id, Optional<Long> token) {
    if (token.isPresent()) {
      TaskRow row = TaskRows.of(writing).row(id).orElseThrow(BoardTasks::absent);
      if (row.fence() != token.get()) {
        throw new ParleyException(new ClaimLost(row.holder()));
      }
    }
  }

  private static ParleyException absent() {
    return new ParleyException(new NotFound("task"));
  }
}

package dev.parley.task;

import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tasks of a session, as one agent sees them. The database decides each claim in one
 * conditional statement: whatever the number of threads, processes and nodes, exactly one wins.
 *
 * <p>A claim is leased. Every call of its holder renews it. Where the holder makes no call for the
 * length of a lease, the task returns to the board.
 */
public interface Tasks {

  /**
   * Creates a task. A message goes to the agent it is assigned to, unless that is the caller.
   *
   * @return the task; under an idempotency key that this agent has used before in the session, the
   *     task created then
   * @throws dev.parley.problem.ParleyException {@code unknown_dependency}; {@code not_found} for
   *     the parent; {@code derivation_limit} past one level below a root or three children; {@code
   *     limit_reached}; {@code key_reused} where this agent used the key for a task that was
   *     created with more than another assignee; {@code rate_limited}
   */
  Task create(TaskDraft draft);

  /**
   * Changes a task that the caller has or created, or that nobody has; a lead changes any task.
   * Assigning a claimed task to another agent ends the claim.
   *
   * <p>A message about the change goes to the agent that has the task now and to the one that had
   * it; where somebody else than the assignee closes it, to its creator as well. None goes to the
   * caller, and none is sent where neither the status nor the assignee changes.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code permission_denied}; {@code
   *     claim_lost} under an old fencing token; {@code invalid_transition}; {@code
   *     dependencies_open}; {@code gates_open}, naming the gates that have not passed, for a lead
   *     as well; {@code hook_failed}, where the deployer's command failed: the task is {@code
   *     in_review} then
   */
  Task update(TaskId id, TaskChange change);

  /**
   * Edits the content of a task that the caller created and that is not done; a lead edits any such
   * task. A message about the edit goes to its assignee, unless that is the caller. Nothing happens
   * where the content is that already.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code permission_denied}; {@code
   *     invalid_transition} for a task that is done
   */
  Task edit(TaskId id, TaskEdit edit);

  /**
   * Returns the gates of a task that have not passed, in the order it names them. A hook runs when
   * the task is to be done, so its gate has not passed before. The gates of a task that is done
   * have.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found}
   */
  List<Gate> openGates(TaskId id);

  /**
   * Claims {@code id}, if it is on the board, not held, and assigned to the caller or to nobody.
   */
  Claim claim(TaskId id);

  /**
   * Claims the most urgent free task whose dependencies are done; among equally urgent ones, the
   * one longest on the board. A task that returned to the board counts from its return. Where the
   * board has none, it claims a task with an expired lease that has not been returned yet.
   */
  Claim claimNext();

  /**
   * Renews the lease of the caller's claim.
   *
   * @param fencingToken the claim to renew; without one, the caller's
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code claim_lost}
   */
  Lease renew(TaskId id, Optional<Long> fencingToken);

  /**
   * Releases a claimed task to the board: the caller's; for a lead, that of any holder. Messages
   * are sent as by {@link #update}.
   *
   * @param fencingToken the claim to release; without one, the present one
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code claim_lost}
   */
  Task release(TaskId id, Optional<Long> fencingToken);

  /** Lists the tasks {@code filter} selects, in the order of creation. */
  List<Task> list(TaskFilter filter);

  /**
   * Lists the first tasks {@link #list(TaskFilter)} returns. Reads no more than the page from the
   * storage.
   *
   * @param after the last task of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a task this board does not
   *     have
   */
  TaskPage list(TaskFilter filter, Optional<TaskId> after, PageSize<Task> size);

  /**
   * Lists the first tasks {@link #list(TaskFilter)} returns, each with its links. Reads no more
   * than the page from the storage.
   *
   * @param after the last task of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a task this board does not
   *     have
   */
  ListPage<LinkedTask> linked(TaskFilter filter, Optional<TaskId> after, PageSize<LinkedTask> size);

  /** Finds a task by id, with its links. */
  Optional<LinkedTask> linked(TaskId id);

  /** Returns the titles of those of {@code ids} this board has. */
  Map<TaskId, String> titles(Set<TaskId> ids);

  /** Counts the tasks by status; a status without tasks is absent. */
  Map<TaskStatus, Long> counts();

  /** Finds a task by id. */
  Optional<Task> find(TaskId id);
}

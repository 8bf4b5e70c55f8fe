package dev.parley.task;

import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The board of a session, as one agent sees it. Who gets a task is decided by the database, in one
 * conditional statement: whatever the number of threads, processes and nodes, one claim wins.
 *
 * <p>A claim is leased. Every call its holder makes renews it; where the holder falls silent for
 * the length of a lease, the task goes back to the board.
 */
public interface Tasks {

  /**
   * Puts a task on the board.
   *
   * @return the task; under an idempotency key that this agent used before in the session, the one
   *     that was made then
   * @throws dev.parley.problem.ParleyException {@code unknown_dependency}; {@code not_found} for
   *     the parent; {@code derivation_limit} past one level below a root or three children; {@code
   *     limit_reached}; {@code key_reused} where this agent used the key for a task that differs in
   *     more than the assignee; {@code rate_limited}
   */
  Task create(TaskDraft draft);

  /**
   * Changes a task that is the caller's, that the caller made, or that is nobody's. Giving a
   * claimed task to somebody else ends the claim before.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code permission_denied}; {@code
   *     claim_lost} under an old fencing token; {@code invalid_transition}; {@code
   *     dependencies_open}; {@code hook_failed}, where the deployer's command said no: the task is
   *     {@code in_review} then
   */
  Task update(TaskId id, TaskChange change);

  /** Takes {@code id} up, if it is on the board, meant for the caller or for anybody, and free. */
  Claim claim(TaskId id);

  /**
   * Takes up the most urgent task that is free and waits for nothing; among equally urgent ones the
   * one that has been on the board longest. A task that came back to the board stands behind the
   * others. Where the board has none, one whose lease has run out and that nobody put back yet.
   */
  Claim claimNext();

  /**
   * Starts the lease of the caller's claim anew.
   *
   * @param fencingToken the claim it means; without one, the caller's
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code claim_lost}
   */
  Lease renew(TaskId id, Optional<Long> fencingToken);

  /**
   * Gives a claimed task back to the board.
   *
   * @param fencingToken the claim it means; without one, the caller's
   * @throws dev.parley.problem.ParleyException {@code not_found}; {@code claim_lost}
   */
  Task release(TaskId id, Optional<Long> fencingToken);

  /** The tasks {@code filter} asks for, in the order they were made. */
  List<Task> list(TaskFilter filter);

  /**
   * The first of what {@link #list(TaskFilter)} answers. No more than the page is read from the
   * storage.
   *
   * @param after the last task of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a task this board does not
   *     have
   */
  TaskPage list(TaskFilter filter, Optional<TaskId> after, PageSize<Task> size);

  /**
   * The first of what {@link #list(TaskFilter)} answers, each task with its links. No more than the
   * page is read from the storage.
   *
   * @param after the last task of the page before; empty reads from the beginning
   * @throws dev.parley.problem.ParleyException {@code not_found} for a task this board does not
   *     have
   */
  ListPage<LinkedTask> linked(TaskFilter filter, Optional<TaskId> after, PageSize<LinkedTask> size);

  /** The task of that name with its links. */
  Optional<LinkedTask> linked(TaskId id);

  /** The titles of those of {@code ids} this board has. */
  Map<TaskId, String> titles(Set<TaskId> ids);

  /** The number of tasks of each status that any task has. */
  Map<TaskStatus, Long> counts();

  /** The task of that name. */
  Optional<Task> find(TaskId id);
}

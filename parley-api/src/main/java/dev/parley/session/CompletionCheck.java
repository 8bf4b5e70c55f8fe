package dev.parley.session;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The progress of a session, and the reasons for which one agent is not to end its work in it yet.
 *
 * @param agent the agent
 * @param done the number of finished tasks of the session
 * @param total the number of all its tasks
 * @param pending its tasks that are not done, in the order of creation, at most {@value #MAX_TASKS}
 * @param open the tasks the agent can go on with, in that order, at most {@value #MAX_TASKS}: those
 *     it has in progress, and those on the board that are assigned to it and whose dependencies are
 *     done
 * @param unread the number of messages to the agent alone in the session that no call has returned
 *     to it, at most 10,000; one that was only pushed counts
 * @param declared the end it declared: {@code WAITING}, {@code DONE} or {@code FAILED}; empty once
 *     it did something after it and, for a wait, once somebody wrote to it alone
 */
public record CompletionCheck(
    AgentId agent,
    long done,
    long total,
    List<PendingTask> pending,
    List<PendingTask> open,
    long unread,
    Optional<WorkState.Kind> declared) {
  /** The maximum number of tasks in each list. */
  public static final int MAX_TASKS = 100;

  /** A reason for which an agent is not to end. */
  public enum Obstacle {
    /** Messages to it alone wait to be read. */
    UNREAD_MESSAGES,
    /** It can go on with a task, and declared neither a wait nor a failure. */
    OPEN_TASKS
  }

  /**
   * A task that is not done.
   *
   * @param id the task
   * @param title its title
   * @param status its status
   * @param assignee the agent that has it, or that it is meant for
   */
  public record PendingTask(
      TaskId id, String title, TaskStatus status, Optional<AgentId> assignee) {}

  /** Copies the lists. */
  public CompletionCheck {
    pending = List.copyOf(pending);
    open = List.copyOf(open);
  }

  /** Returns true if the session has tasks and all of them are done. */
  public boolean isAllDone() {
    return total > 0 && done == total;
  }

  /** Returns true if more tasks are pending than it lists. */
  public boolean isTruncated() {
    return total - done > pending.size();
  }

  /** Returns the reasons for which the agent is not to end, in the order of their constants. */
  public Set<Obstacle> obstacles() {
    Set<Obstacle> found = EnumSet.noneOf(Obstacle.class);
    if (unread > 0) {
      found.add(Obstacle.UNREAD_MESSAGES);
    }
    boolean isExcused =
        declared
            .filter(kind -> kind == WorkState.Kind.WAITING || kind == WorkState.Kind.FAILED)
            .isPresent();
    if (!open.isEmpty() && !isExcused) {
      found.add(Obstacle.OPEN_TASKS);
    }
    return Collections.unmodifiableSet(found);
  }

  /** Returns true if nothing keeps the agent from ending. */
  public boolean mayEnd() {
    return obstacles().isEmpty();
  }
}

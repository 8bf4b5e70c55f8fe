package dev.parley.event;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Optional;

/**
 * A task was created, claimed or changed, or returned to the board.
 *
 * @param task the task
 * @param status its new status
 * @param assignee its new assignee
 * @param reason the reason where it did not get the status it was to get: the output of a failed
 *     hook, at most {@value #MAX_REASON} UTF-16 units of it
 */
public record TaskChanged(
    TaskId task, TaskStatus status, Optional<AgentId> assignee, Optional<String> reason)
    implements SessionEvent {
  /** The maximum length of a reason in UTF-16 units; a longer one is cut. */
  public static final int MAX_REASON = 256;

  /** Cuts the reason. */
  public TaskChanged {
    reason = reason.map(TaskChanged::cut);
  }

  /** Makes a change without a reason. */
  public TaskChanged(TaskId task, TaskStatus status, Optional<AgentId> assignee) {
    this(task, status, assignee, Optional.empty());
  }

  @Override
  public Kind kind() {
    return Kind.TASK_CHANGED;
  }

  /** Cuts without halving a character of two code units. */
  private static String cut(String reason) {
    if (reason.length() <= MAX_REASON) {
      return reason;
    }
    boolean halves = Character.isHighSurrogate(reason.charAt(MAX_REASON - 1));
    return reason.substring(0, MAX_REASON - (halves ? 1 : 0));
  }
}

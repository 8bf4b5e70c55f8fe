package dev.parley.event;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Optional;

/**
 * A task was made, claimed, changed, or went back to the board.
 *
 * @param task which
 * @param status where it stands since
 * @param assignee who has it since
 * @param reason why it stands there and not where it was to go: the words of a hook that failed, at
 *     most {@value #MAX_REASON} UTF-16 units of them
 */
public record TaskChanged(
    TaskId task, TaskStatus status, Optional<AgentId> assignee, Optional<String> reason)
    implements SessionEvent {
  /** The most UTF-16 units of a reason; what is longer is cut. */
  public static final int MAX_REASON = 256;

  /** Cuts the reason. */
  public TaskChanged {
    reason = reason.map(TaskChanged::cut);
  }

  /** A change that went as it was to. */
  public TaskChanged(TaskId task, TaskStatus status, Optional<AgentId> assignee) {
    this(task, status, assignee, Optional.empty());
  }

  @Override
  public Kind kind() {
    return Kind.TASK_CHANGED;
  }

  /** Cut so that no character of two code units is halved. */
  private static String cut(String reason) {
    if (reason.length() <= MAX_REASON) {
      return reason;
    }
    boolean halves = Character.isHighSurrogate(reason.charAt(MAX_REASON - 1));
    return reason.substring(0, MAX_REASON - (halves ? 1 : 0));
  }
}

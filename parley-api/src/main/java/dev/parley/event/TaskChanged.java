package dev.parley.event;

import dev.parley.agent.AgentId;
import dev.parley.task.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Optional;

/**
 * A task was made, claimed, changed, or went back to the board.
 *
 * @param task which
 * @param status where it stands since
 * @param assignee who has it since
 */
public record TaskChanged(TaskId task, TaskStatus status, Optional<AgentId> assignee)
    implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.TASK_CHANGED;
  }
}

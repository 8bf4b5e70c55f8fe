package dev.parley.task;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * A filter of tasks; a task passes where every criterion holds.
 *
 * @param status the status
 * @param assignee the assignee
 */
public record TaskFilter(Optional<TaskStatus> status, Optional<AgentId> assignee) {
  /** Every task. */
  public static final TaskFilter ALL = new TaskFilter(Optional.empty(), Optional.empty());

  /** Makes a filter for tasks with {@code status}. */
  public static TaskFilter status(TaskStatus status) {
    return new TaskFilter(Optional.of(status), Optional.empty());
  }

  /** Makes a filter for tasks assigned to {@code agent}. */
  public static TaskFilter assignee(AgentId agent) {
    return new TaskFilter(Optional.empty(), Optional.of(agent));
  }
}

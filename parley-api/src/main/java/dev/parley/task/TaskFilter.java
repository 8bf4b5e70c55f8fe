package dev.parley.task;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * Which tasks are asked for: those for which all that is said holds.
 *
 * @param status where they stand
 * @param assignee who has them
 */
public record TaskFilter(Optional<TaskStatus> status, Optional<AgentId> assignee) {
  /** Every task. */
  public static final TaskFilter ALL = new TaskFilter(Optional.empty(), Optional.empty());

  /** Those that are {@code status}. */
  public static TaskFilter status(TaskStatus status) {
    return new TaskFilter(Optional.of(status), Optional.empty());
  }

  /** Those {@code agent} has. */
  public static TaskFilter assignee(AgentId agent) {
    return new TaskFilter(Optional.empty(), Optional.of(agent));
  }
}

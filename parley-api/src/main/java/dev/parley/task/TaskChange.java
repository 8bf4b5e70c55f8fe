package dev.parley.task;

import dev.parley.id.AgentId;
import dev.parley.problem.NothingToChange;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;

/**
 * What is to change about a task.
 *
 * @param status what it becomes
 * @param assignee who has it from now on
 * @param fencingToken the claim it is changed under; without one, whoever may change it may
 */
public record TaskChange(
    Optional<TaskStatus> status, Optional<AgentId> assignee, Optional<Long> fencingToken) {

  /** Refused with {@code invalid_argument} where nothing is to change. */
  public TaskChange {
    if (status.isEmpty() && assignee.isEmpty()) {
      throw new ParleyException(new NothingToChange(List.of("status", "assignee")));
    }
  }

  /** It becomes {@code status}. */
  public static TaskChange to(TaskStatus status) {
    return new TaskChange(Optional.of(status), Optional.empty(), Optional.empty());
  }

  /** {@code agent} has it from now on. */
  public static TaskChange assignTo(AgentId agent) {
    return new TaskChange(Optional.empty(), Optional.of(agent), Optional.empty());
  }

  /** The same under the claim known by {@code token}. */
  public TaskChange under(long token) {
    return new TaskChange(status, assignee, Optional.of(token));
  }
}

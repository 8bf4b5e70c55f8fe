package dev.parley.task;

import dev.parley.id.AgentId;
import dev.parley.problem.NothingToChange;
import dev.parley.problem.ParleyException;
import java.util.List;
import java.util.Optional;

/**
 * A change of a task.
 *
 * @param status the new status
 * @param assignee the new assignee
 * @param fencingToken the claim under which it is changed; without one, every agent that may change
 *     the task may
 */
public record TaskChange(
    Optional<TaskStatus> status, Optional<AgentId> assignee, Optional<Long> fencingToken) {

  /** Checks that there is a change; refused with {@code invalid_argument}. */
  public TaskChange {
    if (status.isEmpty() && assignee.isEmpty()) {
      throw new ParleyException(new NothingToChange(List.of("status", "assignee")));
    }
  }

  /** Makes a change to {@code status}. */
  public static TaskChange to(TaskStatus status) {
    return new TaskChange(Optional.of(status), Optional.empty(), Optional.empty());
  }

  /** Makes a change that assigns the task to {@code agent}. */
  public static TaskChange assignTo(AgentId agent) {
    return new TaskChange(Optional.empty(), Optional.of(agent), Optional.empty());
  }

  /** Returns the same change under the claim with fencing token {@code token}. */
  public TaskChange under(long token) {
    return new TaskChange(status, assignee, Optional.of(token));
  }
}

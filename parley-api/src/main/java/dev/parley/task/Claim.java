package dev.parley.task;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * The outcome of a claim. Not getting a task is normal, not an error.
 *
 * @param task the task as it is now, where there is one
 * @param lease the caller's lease; empty: the caller did not get the task
 * @param reason the reason why the caller did not get it
 * @param claimedBy the agent that has it instead
 */
public record Claim(
    Optional<Task> task,
    Optional<Lease> lease,
    Optional<String> reason,
    Optional<AgentId> claimedBy) {

  /** Returns true if the caller now has the task. */
  public boolean isWon() {
    return lease.isPresent();
  }

  /** Makes the outcome of a caller that got {@code task}. */
  public static Claim won(Task task) {
    return new Claim(Optional.of(task), task.lease(), Optional.empty(), Optional.empty());
  }

  /** Makes the outcome of a caller that did not get {@code task}, for {@code reason}. */
  public static Claim lost(Optional<Task> task, String reason) {
    Optional<AgentId> holder =
        task.filter(found -> found.status() != TaskStatus.TODO).flatMap(Task::assignee);
    return new Claim(task, Optional.empty(), Optional.of(reason), holder);
  }
}

package dev.parley.task;

import dev.parley.id.AgentId;
import java.util.Optional;

/**
 * What became of a claim. Not getting a task is usual, not an error.
 *
 * @param task the task as it is now, where there is one
 * @param lease how long it is the caller's; empty: the caller did not get it
 * @param reason why the caller did not get it
 * @param claimedBy who has it instead
 */
public record Claim(
    Optional<Task> task,
    Optional<Lease> lease,
    Optional<String> reason,
    Optional<AgentId> claimedBy) {

  /** Whether the task is the caller's now. */
  public boolean isWon() {
    return lease.isPresent();
  }

  /** The caller got {@code task}. */
  public static Claim won(Task task) {
    return new Claim(Optional.of(task), task.lease(), Optional.empty(), Optional.empty());
  }

  /** The caller did not get {@code task}, because of {@code reason}. */
  public static Claim lost(Optional<Task> task, String reason) {
    Optional<AgentId> holder =
        task.filter(found -> found.status() != TaskStatus.TODO).flatMap(Task::assignee);
    return new Claim(task, Optional.empty(), Optional.of(reason), holder);
  }
}

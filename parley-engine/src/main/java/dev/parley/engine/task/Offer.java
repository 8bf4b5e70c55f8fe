package dev.parley.engine.task;

import dev.parley.agent.AgentId;
import dev.parley.task.Lease;
import dev.parley.task.Task;
import dev.parley.task.TaskStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * A task as somebody saw it who would have it.
 *
 * @param fence how often it has changed hands; it is claimed only if that is still so
 */
record Offer(Task task, long fence) {

  /** The task once {@code agent} has claimed it. */
  Task claimedBy(AgentId agent, long until, long now) {
    return new Task(
        task.id(),
        task.session(),
        task.draft(),
        task.createdBy(),
        task.depth(),
        TaskStatus.IN_PROGRESS,
        Optional.of(agent),
        Optional.of(new Lease(Instant.ofEpochMilli(until), fence + 1)),
        task.createdAt(),
        Instant.ofEpochMilli(now));
  }
}

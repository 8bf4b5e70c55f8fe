package dev.parley.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A unit of work on a session's board.
 *
 * @param id its name
 * @param session whose board it is on
 * @param draft what was asked for when it was made; that never changes
 * @param createdBy who made it
 * @param depth 0 for a root, 1 for a task derived from one
 * @param status where it stands
 * @param assignee who has it, or whom it is meant for
 * @param lease how long its holder has it; present while it is claimed
 * @param createdAt when it was made, cut to milliseconds
 * @param updatedAt when it changed last, cut to milliseconds
 */
public record Task(
    TaskId id,
    SessionId session,
    TaskDraft draft,
    AgentId createdBy,
    int depth,
    TaskStatus status,
    Optional<AgentId> assignee,
    Optional<Lease> lease,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * Whether {@code agent} may change it: it is the agent's, the agent made it, or nobody has it.
   */
  public boolean mayBeChangedBy(AgentId agent) {
    return assignee.map(agent::equals).orElse(true) || createdBy.equals(agent);
  }
}

package dev.parley.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import java.time.Instant;
import java.util.Optional;

/**
 * A unit of work in a session.
 *
 * @param id its id
 * @param session the session it belongs to
 * @param draft its content, as it was created and then edited; an edit changes the title, the
 *     description and the priority alone
 * @param createdBy the agent that created it
 * @param depth 0 for a root, 1 for a task derived from one
 * @param status its status
 * @param assignee the agent that has it, or that it is meant for
 * @param lease the lease of its holder; present while it is claimed
 * @param createdAt the time of creation, cut to milliseconds
 * @param updatedAt the time of the last change, cut to milliseconds
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
   * Returns true if {@code agent} may change it: the agent has it or created it, or nobody has it.
   */
  public boolean mayBeChangedBy(AgentId agent) {
    return assignee.map(agent::equals).orElse(true) || createdBy.equals(agent);
  }

  /**
   * Returns true if {@code agent} may edit its content: the agent created it, and it is not done.
   */
  public boolean mayBeEditedBy(AgentId agent) {
    return isEditable() && createdBy.equals(agent);
  }

  /** Returns true if its content can be edited: it is not done. */
  public boolean isEditable() {
    return status != TaskStatus.DONE;
  }
}

package dev.parley.engine.task;

import dev.parley.engine.persistence.SqlStatement;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.EntityManager;

/**
 * The claim of a task: one conditional statement decides who gets it. The task must be on the board
 * or its lease expired, it must be assigned to the caller or to nobody, and its dependencies must
 * be done. The statement is native SQL that every database understands, because no other language
 * says this in one statement.
 *
 * <p>{@link TaskQueue} finds tasks by the same conditions, and {@link TaskRow#isFreeFor} repeats
 * them in Java.
 */
final class ClaimRules {
  /** On the board, for an agent. The parameter is the agent. */
  static final String ON_BOARD = "status = 'TODO' AND (assignee IS NULL OR assignee = ?)";

  /** With an expired lease, for an agent. The parameters are the current time and the agent. */
  static final String EXPIRED = LeaseExpiry.IN_SQL + " AND (meant_for IS NULL OR meant_for = ?)";

  /** All its dependencies are done. */
  static final String UNBLOCKED =
      """
       AND NOT EXISTS (
        SELECT 1 FROM parley_task_dependency d JOIN parley_task o ON o.id = d.depends_on
        WHERE d.task_id = t.id AND o.status <> 'DONE')
      """;

  private static final String CLAIM =
      "UPDATE parley_task t SET status = 'IN_PROGRESS', assignee = ?, fence = fence + 1,"
          + " lease_until = ?, updated_at = ? WHERE id = ? AND session_id = ?"
          + (" AND ((" + ON_BOARD + ") OR (" + EXPIRED + "))")
          + UNBLOCKED;

  /**
   * Reads the claimed tasks by the index of leases. In JPQL it would read all tasks: for a
   * condition on another entity, EclipseLink adds a subquery that the database runs for each row.
   */
  private static final String RENEW_ALL =
      """
      UPDATE parley_task SET lease_until = ?
      WHERE assignee = ? AND status = 'IN_PROGRESS' AND lease_until >= ? AND lease_until < ?
        AND EXISTS (
          SELECT 1 FROM parley_session s WHERE s.id = parley_task.session_id AND s.workspace = ?)
      """;

  private ClaimRules() {}

  /** Returns the statement; it changes one row if {@code agent} gets {@code task}. */
  static SqlStatement of(String session, TaskId task, AgentId agent, long now, long leaseUntil) {
    return SqlStatement.of(
        CLAIM,
        agent.value(),
        leaseUntil,
        now,
        task.value(),
        session,
        agent.value(),
        now,
        agent.value());
  }

  /** Renews every lease {@code agent} has in {@code workspace} and still had at {@code at}. */
  static void renewAll(
      EntityManager entities, WorkspaceId workspace, AgentId agent, long at, long until) {
    SqlStatement renewal =
        SqlStatement.of(RENEW_ALL, until, agent.value(), at, until, workspace.value());
    var unused = renewal.execute(entities);
  }
}

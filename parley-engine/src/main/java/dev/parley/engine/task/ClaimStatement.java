package dev.parley.engine.task;

import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The claim of a task: one conditional statement decides who gets it. The task must be on the board
 * or its lease expired, it must be assigned to the caller or to nobody, and its dependencies must
 * be done. The statement is native SQL that every database understands, because no other language
 * says this in one statement.
 *
 * <p>Claims in one commit share a round trip, and the read after it.
 */
final class ClaimStatement {
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
          + " AND ((status = 'TODO' AND (assignee IS NULL OR assignee = ?))"
          + " OR (status = 'IN_PROGRESS' AND lease_until > 0 AND lease_until < ?"
          + " AND (meant_for IS NULL OR meant_for = ?)))"
          + UNBLOCKED;

  private static final String RENEW_ALL =
      """
      UPDATE Task t SET t.leaseUntil = :until
      WHERE t.assignee = :agent AND t.status = dev.parley.task.TaskStatus.IN_PROGRESS
        AND t.leaseUntil >= :at AND t.leaseUntil < :until
        AND t.session IN (SELECT s.id FROM Session s WHERE s.workspace = :workspace)
      """;

  private final Set<TaskId> unread = new LinkedHashSet<>();
  private final Map<TaskId, TaskRow> rows = new HashMap<>();

  private ClaimStatement() {}

  /** Returns the claims of one commit. */
  static ClaimStatement of(SessionTransaction writing) {
    return writing.shared(ClaimStatement.class, ClaimStatement::new);
  }

  /**
   * Claims {@code task} for {@code agent}; the result says, once the statement was sent, whether
   * the agent has it.
   */
  BooleanSupplier claim(SessionTransaction writing, TaskId task, AgentId agent, long leaseUntil) {
    unread.add(task);
    rows.remove(task);
    IntSupplier claimed =
        writing.later(
            CLAIM,
            agent.value(),
            leaseUntil,
            writing.now(),
            task.value(),
            writing.session(),
            agent.value(),
            writing.now(),
            agent.value());
    return () -> claimed.getAsInt() == 1;
  }

  /** Returns a task as it is after the claims; empty where it does not exist. */
  Optional<TaskRow> row(SessionTransaction writing, TaskId task) {
    if (unread.contains(task)) {
      TaskRows.of(writing).rows(List.copyOf(unread)).forEach(row -> rows.put(row.id(), row));
      unread.clear();
    }
    return Optional.ofNullable(rows.get(task));
  }

  /** Renews every lease {@code agent} has in {@code workspace} and still had at {@code at}. */
  static void renewAll(
      EntityManager entities, WorkspaceId workspace, AgentId agent, long at, long until) {
    entities
        .createQuery(RENEW_ALL)
        .setParameter("until", until)
        .setParameter("agent", agent.value())
        .setParameter("at", at)
        .setParameter("workspace", workspace.value())
        .executeUpdate();
  }
}

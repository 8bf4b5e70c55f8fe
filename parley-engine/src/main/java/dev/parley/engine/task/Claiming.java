package dev.parley.engine.task;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.session.Writing;
import dev.parley.task.TaskId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who gets a task, decided by one conditional statement: it is on the board or its lease ran out,
 * it is meant for the caller or for anybody, and all it waits for is done. Written in SQL, in words
 * every database understands, because nothing else says so much in one statement.
 */
final class Claiming {
  private static final String ON_BOARD =
      "session_id = ?1 AND status = 'TODO' AND (assignee IS NULL OR assignee = ?2)";

  /** From zero on, or H2 would read all tasks that have no lease: they stand first in its index. */
  private static final String LET_GO =
      "status = 'IN_PROGRESS' AND lease_until > 0 AND lease_until < ?3"
          + " AND (meant_for IS NULL OR meant_for = ?2)";

  private static final String UNBLOCKED =
      """
       AND NOT EXISTS (
        SELECT 1 FROM parley_task_dependency d JOIN parley_task o ON o.id = d.depends_on
        WHERE d.task_id = t.id AND o.status <> 'DONE')
      """;
  private static final String CLAIM =
      "UPDATE parley_task t SET status = 'IN_PROGRESS', assignee = ?2, fence = fence + 1,"
          + " lease_until = ?4, updated_at = ?3 WHERE id = ?5 AND session_id = ?1 AND (("
          + ON_BOARD
          + ") OR ("
          + LET_GO
          + "))"
          + UNBLOCKED;
  private static final String NEXT = "SELECT t.id, t.priority FROM parley_task t WHERE ";

  /**
   * Ordered by all columns of an index, or H2 would sort the board to find its first; with the
   * limit in its words, or PostgreSQL would not know of it and do the same.
   */
  private static final String NEXT_ON_BOARD =
      NEXT + ON_BOARD + UNBLOCKED + " ORDER BY session_id, status, priority, queued LIMIT 1";

  /** The session in words no index helps with, or H2 would read all that anybody has claimed. */
  private static final String NEXT_LET_GO =
      NEXT
          + LET_GO
          + " AND CONCAT(session_id, '') = ?1"
          + UNBLOCKED
          + " ORDER BY priority, queued LIMIT 1";

  private static final String RENEW_ALL =
      """
      UPDATE Task t SET t.leaseUntil = :until
      WHERE t.assignee = :agent AND t.status = dev.parley.task.TaskStatus.IN_PROGRESS
        AND t.leaseUntil >= :at AND t.leaseUntil < :until
        AND t.session IN (SELECT s.id FROM Session s WHERE s.workspace = :workspace)
      """;

  private Claiming() {}

  /** Takes {@code task} for {@code agent}; answers whether the agent has it now. */
  static boolean claim(Writing writing, TaskId task, AgentId agent, long leaseUntil) {
    return writing
            .entities()
            .createNativeQuery(CLAIM)
            .setParameter(1, writing.session())
            .setParameter(2, agent.value())
            .setParameter(3, writing.now())
            .setParameter(4, leaseUntil)
            .setParameter(5, task.value())
            .executeUpdate()
        == 1;
  }

  /**
   * The task {@code agent} should claim next. One whose lease ran out stands behind those on the
   * board already before it is put there.
   */
  static Optional<TaskId> next(EntityManager entities, String session, AgentId agent, long now) {
    Optional<Object[]> onBoard = first(next(entities, NEXT_ON_BOARD, session, agent));
    Optional<Object[]> letGo =
        first(next(entities, NEXT_LET_GO, session, agent).setParameter(3, now));
    return Stream.concat(onBoard.stream(), letGo.stream())
        .min(Comparator.comparingInt(Claiming::priority)) // of two alike the first
        .map(row -> new TaskId((String) row[0]));
  }

  private static Query next(EntityManager entities, String words, String session, AgentId agent) {
    return entities
        .createNativeQuery(words)
        .setParameter(1, session)
        .setParameter(2, agent.value());
  }

  private static Optional<Object[]> first(Query query) {
    List<?> rows = query.getResultList();
    return rows.stream().findFirst().map(Object[].class::cast);
  }

  private static int priority(Object[] row) {
    return ((Number) row[1]).intValue();
  }

  /** Renews everything {@code agent} holds in {@code workspace} and still held at {@code at}. */
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

package dev.parley.engine.task;

import dev.parley.WorkspaceId;
import dev.parley.agent.AgentId;
import dev.parley.engine.session.Writing;
import dev.parley.task.TaskId;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/**
 * Who gets a task, decided by one conditional statement: it is on the board or its lease ran out,
 * it is meant for the caller or for anybody, and all it waits for is done. Written in SQL, in words
 * every database understands, because nothing else says so much in one statement.
 */
final class Claiming {
  private static final String FREE =
      """
      session_id = ?1
      AND ((status = 'TODO' AND (assignee IS NULL OR assignee = ?2))
        OR (status = 'IN_PROGRESS' AND lease_until < ?3 AND (meant_for IS NULL OR meant_for = ?2)))
      AND NOT EXISTS (
        SELECT 1 FROM parley_task_dependency d JOIN parley_task o ON o.id = d.depends_on
        WHERE d.task_id = t.id AND o.status <> 'DONE')
      """;
  private static final String CLAIM =
      "UPDATE parley_task t SET status = 'IN_PROGRESS', assignee = ?2, fence = fence + 1,"
          + " lease_until = ?4, updated_at = ?3 WHERE id = ?5 AND "
          + FREE;
  private static final String NEXT =
      "SELECT t.id FROM parley_task t WHERE "
          + FREE
          + " ORDER BY priority, CASE status WHEN 'TODO' THEN 0 ELSE 1 END, queued";
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
    List<?> ids =
        entities
            .createNativeQuery(NEXT)
            .setParameter(1, session)
            .setParameter(2, agent.value())
            .setParameter(3, now)
            .setMaxResults(1)
            .getResultList();
    return ids.stream().findFirst().map(id -> new TaskId((String) id));
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

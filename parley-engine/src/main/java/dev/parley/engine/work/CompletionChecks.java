package dev.parley.engine.work;

import dev.parley.engine.session.LiveSession;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.session.CompletionCheck;
import dev.parley.session.CompletionCheck.PendingTask;
import dev.parley.task.TaskStatus;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;

/**
 * The checks that say whether an agent may end its work in a session. One check asks a fixed number
 * of queries, each with a bounded number of rows.
 */
public final class CompletionChecks {
  private static final int MAX_UNREAD = 10_000;

  private static final String COUNTS =
      "SELECT t.status, COUNT(t) FROM Task t WHERE t.session = :session GROUP BY t.status";
  private static final String PENDING =
      """
      SELECT t.id, t.title, t.status, t.assignee FROM Task t
      WHERE t.session = :session AND t.status <> dev.parley.task.TaskStatus.DONE
      ORDER BY t.number
      """;
  private static final String OPEN =
      """
      SELECT t.id, t.title, t.status, t.assignee FROM Task t
      WHERE t.session = :session AND t.assignee = :agent
        AND (t.status = dev.parley.task.TaskStatus.IN_PROGRESS
          OR (t.status = dev.parley.task.TaskStatus.TODO
            AND NOT EXISTS (SELECT o.id FROM TaskDependency d, Task o
              WHERE d.place.task = t.id AND o.id = d.dependsOn
                AND o.status <> dev.parley.task.TaskStatus.DONE)))
      ORDER BY t.number
      """;
  private static final String UNREAD =
      """
      SELECT m.key.seq FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
        AND m.recipient = :agent AND m.sender <> :agent
      """;

  private final LiveSession session;

  /** Makes the checks of a session. */
  public CompletionChecks(LiveSession session) {
    this.session = session;
  }

  /**
   * Checks one agent.
   *
   * @param answered the number up to which calls have returned the messages of the session to it
   */
  public CompletionCheck of(AgentId who, long answered) {
    TaskLists tasks = session.read(entities -> tasks(entities, who));
    int unread =
        session.read(
            entities ->
                entities
                    .createQuery(UNREAD, Long.class)
                    .setParameter("session", session.key())
                    .setParameter("after", answered)
                    .setParameter("agent", who.value())
                    .setMaxResults(MAX_UNREAD)
                    .getResultList()
                    .size());
    return new CompletionCheck(
        who,
        tasks.done(),
        tasks.total(),
        tasks.pending(),
        tasks.open(),
        unread,
        new WorkStates(session).declaredBy(who));
  }

  /** The tasks of the session, as far as a check needs them. */
  private record TaskLists(
      long done, long total, List<PendingTask> pending, List<PendingTask> open) {}

  private TaskLists tasks(EntityManager entities, AgentId who) {
    long done = 0;
    long total = 0;
    for (Object[] row : query(entities, COUNTS).getResultList()) {
      long count = ((Number) row[1]).longValue();
      done += row[0] == TaskStatus.DONE ? count : 0;
      total += count;
    }
    return new TaskLists(
        done,
        total,
        listed(query(entities, PENDING)),
        listed(query(entities, OPEN).setParameter("agent", who.value())));
  }

  private TypedQuery<Object[]> query(EntityManager entities, String jpql) {
    return entities.createQuery(jpql, Object[].class).setParameter("session", session.key());
  }

  private static List<PendingTask> listed(TypedQuery<Object[]> query) {
    return query.setMaxResults(CompletionCheck.MAX_TASKS).getResultList().stream()
        .map(
            row ->
                new PendingTask(
                    new TaskId((String) row[0]),
                    (String) row[1],
                    (TaskStatus) row[2],
                    Optional.ofNullable((String) row[3]).map(AgentId::new)))
        .toList();
  }
}

package dev.parley.engine.task;

import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a board: the most urgent free task first, among equally urgent ones the one queued
 * first; after them, tasks with an expired lease that were not returned yet.
 *
 * <p>Claims in one commit share what was read, until something else has changed.
 */
final class TaskQueue {
  private static final String ON_BOARD =
      "SELECT t.id, t.assignee FROM parley_task t WHERE session_id = ?1 AND status = 'TODO'";
  private static final String FOR_AGENT = " AND (assignee IS NULL OR assignee = ?2)";

  /**
   * The order of an index down to its last column; H2 would otherwise sort the board to find its
   * first task.
   */
  private static final String IN_TURN =
      ClaimStatement.UNBLOCKED + " ORDER BY session_id, status, priority, queued";

  private static final int MANY = 16;

  // The limits are literals: PostgreSQL learns of a parameter too late, and plans for all rows.
  private static final String FIRST_ON_BOARD = ON_BOARD + FOR_AGENT + IN_TURN + " LIMIT 1";
  private static final String MANY_ON_BOARD = ON_BOARD + IN_TURN + " LIMIT " + MANY;

  /**
   * The lower bound of zero keeps H2 from reading all tasks without a lease, which come first in
   * its index. The session is in an expression no index helps with; otherwise an index would lead
   * through every claimed task.
   */
  private static final String FIRST_LET_GO =
      "SELECT t.id, t.assignee FROM parley_task t WHERE CONCAT(session_id, '') = ?1"
          + " AND status = 'IN_PROGRESS' AND lease_until > 0 AND lease_until < ?3"
          + " AND (meant_for IS NULL OR meant_for = ?2)"
          + ClaimStatement.UNBLOCKED
          + " ORDER BY priority, queued LIMIT 1";

  /** A task on the board, with its assignee; null for none. */
  private record Place(TaskId task, @Nullable String meantFor) {
    boolean isFor(AgentId agent) {
      return meantFor == null || meantFor.equals(agent.value());
    }
  }

  private final List<Place> head = new ArrayList<>();
  private boolean isAll;
  private long readAt = -1;

  private TaskQueue() {}

  /** Returns the head of the board as the writes of one commit know it. */
  static TaskQueue of(SessionTransaction writing) {
    return writing.shared(TaskQueue.class, TaskQueue::new);
  }

  /** Returns the task {@code agent} should claim next. */
  static Optional<TaskId> first(EntityManager entities, String session, AgentId agent, long now) {
    return places(query(entities, FIRST_ON_BOARD, session).setParameter(2, agent.value()))
        .findFirst()
        .or(() -> firstLetGo(entities, session, agent, now))
        .map(Place::task);
  }

  private static Optional<Place> firstLetGo(
      EntityManager entities, String session, AgentId agent, long now) {
    return places(
            query(entities, FIRST_LET_GO, session)
                .setParameter(2, agent.value())
                .setParameter(3, now))
        .findFirst();
  }

  /**
   * Returns the task {@code agent} should claim next, and offers it to no other agent in this
   * commit.
   */
  Optional<TaskId> poll(SessionTransaction writing, AgentId agent) {
    return writing.together() == 1 ? first(writing, agent) : shared(writing, agent);
  }

  private Optional<TaskId> shared(SessionTransaction writing, AgentId agent) {
    if (readAt != writing.position()) {
      read(writing);
    }
    Optional<TaskId> next = takeFromHead(agent);
    if (next.isEmpty()) {
      writing.sendLate(); // otherwise tasks taken from the head would be found again
      if (head.isEmpty() && !isAll) {
        read(writing);
        next = takeFromHead(agent);
      }
    }
    return next.or(() -> first(writing, agent));
  }

  private Optional<TaskId> takeFromHead(AgentId agent) {
    Optional<Place> next = head.stream().filter(place -> place.isFor(agent)).findFirst();
    next.ifPresent(head::remove);
    return next.map(Place::task);
  }

  private static Optional<TaskId> first(SessionTransaction writing, AgentId agent) {
    return first(writing.entities(), writing.session(), agent, writing.now());
  }

  private void read(SessionTransaction writing) {
    head.clear();
    places(query(writing.entities(), MANY_ON_BOARD, writing.session())).forEach(head::add);
    isAll = head.size() < MANY;
    readAt = writing.position();
  }

  private static Query query(EntityManager entities, String sql, String session) {
    return entities.createNativeQuery(sql).setParameter(1, session);
  }

  private static Stream<Place> places(Query query) {
    List<?> rows = query.getResultList();
    return rows.stream()
        .map(Object[].class::cast)
        .map(row -> new Place(new TaskId((String) row[0]), (String) row[1]));
  }
}

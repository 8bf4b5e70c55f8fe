package dev.parley.engine.task;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.persistence.SqlQuery;
import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import jakarta.persistence.EntityManager;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a board: the most urgent free task first, among equally urgent ones the one queued
 * first; after them, tasks with an expired lease that were not returned yet.
 *
 * <p>Agents that claim in one commit share what is read of it.
 */
final class TaskQueue {
  private static final String ON_BOARD =
      "SELECT t.id, t.assignee FROM parley_task t WHERE session_id = ? AND ";

  /**
   * The order of an index down to its last column; H2 would otherwise sort the board to find its
   * first task.
   */
  private static final String IN_TURN =
      ClaimRules.UNBLOCKED + " ORDER BY session_id, status, priority, queued";

  private static final String FOR_ALL = ON_BOARD + "status = 'TODO'" + IN_TURN;
  private static final String FOR_AGENT = ON_BOARD + ClaimRules.ON_BOARD + IN_TURN;

  /**
   * The session is in an expression no index helps with; otherwise an index would lead through
   * every claimed task.
   */
  private static final String EXPIRED =
      "SELECT t.id, t.assignee FROM parley_task t WHERE CONCAT(session_id, '') = ? AND "
          + ClaimRules.EXPIRED
          + ClaimRules.UNBLOCKED
          + " ORDER BY priority, queued";

  private static final int FEW = 16;
  private static final int MANY = GroupCommit.MAX_TOGETHER;

  /** A task, with the agent it is assigned to; null for none. */
  private record Candidate(TaskId task, @Nullable String assignee) {
    boolean isFor(AgentId agent) {
      return assignee == null || assignee.equals(agent.value());
    }
  }

  private final EntityManager entities;
  private final String session;
  private final long now;
  private final Set<TaskId> taken = new HashSet<>();
  private @Nullable List<Candidate> head;

  TaskQueue(EntityManager entities, String session, long now) {
    this.entities = entities;
    this.session = session;
    this.now = now;
  }

  /** Returns the task {@code agent} should claim next. */
  Optional<TaskId> first(AgentId agent) {
    return onBoard(agent, 1)
        .findFirst()
        .or(() -> expired(agent, 1).findFirst())
        .map(Candidate::task);
  }

  /**
   * Returns the task {@code agent} should claim next, and offers it to no other agent. The first
   * call reads the head of the board for all.
   *
   * @param agents the maximum number of agents that ask
   */
  Optional<TaskId> poll(AgentId agent, int agents) {
    return agents == 1 ? first(agent) : firstLeft(agent, agents <= FEW ? FEW : MANY);
  }

  /**
   * Returns the first task that is not taken. A {@code limit} of all agents suffices, because each
   * takes one.
   */
  private Optional<TaskId> firstLeft(AgentId agent, int limit) {
    List<Candidate> all = head(limit);
    boolean isWholeBoard = all.size() < limit;
    Optional<TaskId> next =
        left(all.stream().filter(candidate -> candidate.isFor(agent)))
            .or(() -> isWholeBoard ? Optional.empty() : left(onBoard(agent, limit)))
            .or(() -> left(expired(agent, limit)));
    next.ifPresent(taken::add);
    return next;
  }

  private List<Candidate> head(int limit) {
    List<Candidate> read = head;
    if (read == null) {
      read = candidates(SqlQuery.of(FOR_ALL, session), limit).toList();
      head = read;
    }
    return read;
  }

  private Optional<TaskId> left(Stream<Candidate> candidates) {
    return candidates.map(Candidate::task).filter(task -> !taken.contains(task)).findFirst();
  }

  private Stream<Candidate> onBoard(AgentId agent, int limit) {
    return candidates(SqlQuery.of(FOR_AGENT, session, agent.value()), limit);
  }

  private Stream<Candidate> expired(AgentId agent, int limit) {
    return candidates(SqlQuery.of(EXPIRED, session, now, agent.value()), limit);
  }

  private Stream<Candidate> candidates(SqlQuery query, int limit) {
    return query
        .first(entities, limit)
        .map(row -> new Candidate(new TaskId((String) row[0]), (String) row[1]));
  }
}

package dev.parley.engine.work;

import dev.parley.engine.session.LiveSession;
import dev.parley.engine.work.AgentFacts.BlockedFact;
import dev.parley.engine.work.AgentFacts.MessageFact;
import dev.parley.engine.work.AgentFacts.ReviewFact;
import dev.parley.engine.work.AgentFacts.TaskFact;
import dev.parley.id.AgentId;
import dev.parley.id.ArtifactId;
import dev.parley.id.TaskId;
import dev.parley.session.Session;
import dev.parley.session.WorkState;
import dev.parley.session.WorkState.OwnTask;
import dev.parley.session.WorkState.TaskCount;
import dev.parley.task.TaskStatus;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The states of the agents of a session. One read asks a fixed number of queries, each with a
 * bounded number of rows, however many agents, tasks and messages there are.
 */
public final class WorkStates {
  /** The number of changes, the last ones, in which acts and messages are looked for. */
  private static final long WINDOW = 10_000;

  private static final int MAX_ROWS = 5_000;
  private static final int MAX_AT_ONCE = 500;

  private static final String LAST = "SELECT s.lastSeq FROM Session s WHERE s.id = :session";
  private static final String COUNTS =
      """
      SELECT t.assignee, t.status, COUNT(t), MAX(t.updatedAt) FROM Task t
      WHERE t.session = :session AND t.assignee IS NOT NULL
      GROUP BY t.assignee, t.status
      """;
  private static final String STARTED =
      """
      SELECT t.assignee, t.id, t.title, t.status, t.leaseUntil, t.updatedAt FROM Task t
      WHERE t.session = :session AND t.assignee IS NOT NULL
        AND t.status IN (dev.parley.task.TaskStatus.IN_PROGRESS,
          dev.parley.task.TaskStatus.IN_REVIEW)
      ORDER BY t.updatedAt DESC, t.number DESC
      """;
  private static final String READY =
      """
      SELECT DISTINCT t.assignee, t.status FROM Task t
      WHERE t.session = :session AND t.assignee IS NOT NULL
        AND t.status = dev.parley.task.TaskStatus.TODO
        AND NOT EXISTS (SELECT o.id FROM TaskDependency d, Task o
          WHERE d.place.task = t.id AND o.id = d.dependsOn
            AND o.status <> dev.parley.task.TaskStatus.DONE)
      """;
  private static final String BLOCKED =
      """
      SELECT t.assignee, t.id, t.title, t.updatedAt, o.id, o.title, o.assignee
      FROM Task t, TaskDependency d, Task o
      WHERE t.session = :session AND t.assignee IS NOT NULL
        AND t.status = dev.parley.task.TaskStatus.TODO
        AND d.place.task = t.id AND o.id = d.dependsOn
        AND o.status <> dev.parley.task.TaskStatus.DONE
      ORDER BY t.priority, t.queued, d.place.place
      """;
  private static final String REVIEWS =
      """
      SELECT r.requester, r.artifact, r.reviewer, r.createdAt FROM Review r
      WHERE r.session = :session AND r.status = dev.parley.artifact.ReviewStatus.PENDING
      ORDER BY r.number
      """;
  private static final String ACTS =
      """
      SELECT e.agent, MAX(e.key.seq), MAX(e.happenedAt) FROM SessionEvent e
      WHERE e.key.session = :session AND e.key.seq > :after AND e.agent IS NOT NULL
        AND e.kind NOT IN ('MEMORY_CHANGED', 'SUMMARY_SAVED')
      GROUP BY e.agent
      """;
  private static final String SENT =
      """
      SELECT m.sender, MAX(m.key.seq) FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
      GROUP BY m.sender
      """;
  private static final String WRITTEN =
      """
      SELECT m.recipient, MAX(m.key.seq) FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq > :after
        AND m.recipient IS NOT NULL
      GROUP BY m.recipient
      """;
  private static final String MESSAGES =
      """
      SELECT m.sender, m.key.seq, m.sentAt, m.recipient, SUBSTRING(m.content, 1, 400)
      FROM SessionMessage m
      WHERE m.key.session = :session AND m.key.seq IN :seqs
      """;

  private final LiveSession session;

  /** Makes the states of a session. */
  public WorkStates(LiveSession session) {
    this.session = session;
  }

  /** Returns the states, those of agents that acted last first. */
  public List<WorkState> list() {
    return facts().stream()
        .sorted(
            Comparator.comparingLong((AgentFacts facts) -> facts.lastAt)
                .reversed()
                .thenComparing(facts -> facts.agent.value()))
        .limit(Session.MAX_WORK_STATES)
        .map(WorkRules::stateOf)
        .toList();
  }

  /** Returns the end {@code who} declared, while it holds. */
  Optional<WorkState.Kind> declaredBy(AgentId who) {
    return facts().stream()
        .filter(facts -> facts.agent.equals(who))
        .findFirst()
        .flatMap(WorkRules::declaredBy);
  }

  private List<AgentFacts> facts() {
    long now = session.now();
    return session.read(entities -> new Reading(entities, session.key(), now).facts());
  }

  /** One read of the facts. */
  private static final class Reading {
    private final EntityManager entities;
    private final String key;
    private final long now;
    private final Map<String, AgentFacts> agents = new HashMap<>();

    Reading(EntityManager entities, String key, long now) {
      this.entities = entities;
      this.key = key;
      this.now = now;
    }

    List<AgentFacts> facts() {
      each(COUNTS, this::counted);
      each(STARTED, this::started);
      each(READY, row -> of(row).hasReadyTask = true);
      each(BLOCKED, this::blocked);
      each(REVIEWS, this::asked);
      long after =
          entities.createQuery(LAST, Long.class).setParameter("session", key).getSingleResult()
              - WINDOW;
      each(ACTS, after, this::acted);
      List<Long> last = new ArrayList<>();
      each(SENT, after, row -> last.add(number(row[1])));
      for (int from = 0; from < last.size(); from += MAX_AT_ONCE) {
        List<Long> some = last.subList(from, Math.min(last.size(), from + MAX_AT_ONCE));
        query(MESSAGES).setParameter("seqs", some).getResultList().forEach(this::sent);
      }
      each(WRITTEN, after, this::written);
      return List.copyOf(agents.values());
    }

    private void counted(Object[] row) {
      AgentFacts facts = of(row);
      long count = number(row[2]);
      long at = number(row[3]);
      boolean isDone = row[1] == TaskStatus.DONE;
      facts.tasks =
          new TaskCount(facts.tasks.done() + (isDone ? count : 0), facts.tasks.all() + count);
      facts.doneAt = isDone ? at : facts.doneAt;
      facts.openSince = row[1] == TaskStatus.TODO ? at : facts.openSince;
      facts.at(at);
    }

    private void started(Object[] row) {
      AgentFacts facts = of(row);
      Long until = (Long) row[4];
      TaskFact task =
          new TaskFact(
              new OwnTask(
                  new TaskId((String) row[1]),
                  (String) row[2],
                  Optional.ofNullable(until).map(Instant::ofEpochMilli)),
              number(row[5]));
      if (row[3] == TaskStatus.IN_REVIEW) {
        facts.inReview = task; // the rows come newest first
      } else if (facts.held == null && until != null && until >= now) {
        facts.held = task;
      }
    }

    private void blocked(Object[] row) {
      AgentFacts facts = of(row);
      if (facts.blocked == null) {
        facts.blocked =
            new BlockedFact(
                new TaskFact(unheld(row[1], row[2]), number(row[3])),
                unheld(row[4], row[5]),
                agent(row[6]));
      }
    }

    private void asked(Object[] row) {
      AgentFacts facts = of(row);
      long at = number(row[3]);
      if (facts.review == null) {
        facts.review =
            new ReviewFact(new ArtifactId((String) row[1]), new AgentId((String) row[2]), at);
      }
      facts.at(at);
    }

    private void acted(Object[] row) {
      AgentFacts facts = of(row);
      facts.actSeq = number(row[1]);
      facts.actAt = number(row[2]);
      facts.at(facts.actAt);
    }

    private void sent(Object[] row) {
      AgentFacts facts = of(row);
      long at = number(row[2]);
      facts.message = new MessageFact(number(row[1]), at, agent(row[3]), (String) row[4]);
      facts.at(at);
    }

    /** Notes a message to an agent; one that never acted has no state for it. */
    private void written(Object[] row) {
      AgentFacts facts = agents.get((String) row[0]);
      if (facts != null) {
        facts.written = number(row[1]);
      }
    }

    private AgentFacts of(Object[] row) {
      return agents.computeIfAbsent((String) row[0], name -> new AgentFacts(new AgentId(name)));
    }

    private void each(String jpql, Consumer<Object[]> row) {
      query(jpql).setMaxResults(MAX_ROWS).getResultList().forEach(row);
    }

    private void each(String jpql, long after, Consumer<Object[]> row) {
      query(jpql).setParameter("after", after).setMaxResults(MAX_ROWS).getResultList().forEach(row);
    }

    private TypedQuery<Object[]> query(String jpql) {
      return entities.createQuery(jpql, Object[].class).setParameter("session", key);
    }

    private static OwnTask unheld(Object id, Object title) {
      return new OwnTask(new TaskId((String) id), (String) title, Optional.empty());
    }

    private static @Nullable AgentId agent(@Nullable Object name) {
      return name == null ? null : new AgentId((String) name);
    }

    private static long number(Object column) {
      return ((Number) column).longValue();
    }
  }
}

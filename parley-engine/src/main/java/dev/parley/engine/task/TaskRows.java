package dev.parley.engine.task;

import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.page.PageSize;
import dev.parley.task.Task;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The tasks of a session as rows. */
final class TaskRows {
  private static final String TASKS = "SELECT t FROM Task t WHERE t.session = :session";
  private static final String IN_ORDER = " ORDER BY t.number";
  private static final String UNDER_KEY =
      TASKS + " AND t.createdBy = :creator AND t.idempotencyKey = :key";
  private static final String KNOWN =
      "SELECT t.id FROM Task t WHERE t.session = :session AND t.id IN :ids";
  private static final String CHILDREN = "SELECT COUNT(t) FROM Task t WHERE t.parent = :parent";
  private static final String EXPIRED = TASKS + " AND " + LeaseExpiry.IN_JPQL + IN_ORDER;
  private static final String OPEN =
      """
      SELECT o.id FROM TaskDependency d, Task o
      WHERE o.id = d.dependsOn AND d.place.task = :task
        AND o.status <> dev.parley.task.TaskStatus.DONE
      ORDER BY d.place.place
      """;
  private static final String WAITS_FOR =
      """
      SELECT d.place.task, d.dependsOn FROM TaskDependency d
      WHERE d.place.task = :task ORDER BY d.place.place
      """;
  private static final String ALL_WAIT_FOR =
      """
      SELECT d.place.task, d.dependsOn FROM TaskDependency d
      WHERE d.session = :session ORDER BY d.place.task, d.place.place
      """;
  private static final String SOME_WAIT_FOR =
      """
      SELECT d.place.task, d.dependsOn FROM TaskDependency d
      WHERE d.place.task IN :ids ORDER BY d.place.task, d.place.place
      """;

  /**
   * The maximum number of tasks read at once for a page: with their descriptions less than 1 MB.
   */
  private static final int CHUNK = 100;

  private final EntityManager entities;
  private final String key;

  TaskRows(EntityManager entities, String key) {
    this.entities = entities;
    this.key = key;
  }

  static TaskRows of(SessionTransaction writing) {
    return new TaskRows(writing.entities(), writing.session());
  }

  Optional<TaskRow> row(TaskId id) {
    return tasks(TASKS + " AND t.id = :id").setParameter("id", id.value()).getResultList().stream()
        .findFirst();
  }

  /** Reads the existing tasks among {@code ids}. */
  List<TaskRow> rows(List<TaskId> ids) {
    return tasks(TASKS + " AND t.id IN :ids")
        .setParameter("ids", ids.stream().map(TaskId::value).toList())
        .getResultList();
  }

  Optional<TaskRow> under(AgentId creator, String idempotencyKey) {
    return tasks(UNDER_KEY)
        .setParameter("creator", creator.value())
        .setParameter("key", idempotencyKey)
        .getResultList()
        .stream()
        .findFirst();
  }

  List<TaskRow> expired(long now) {
    return tasks(EXPIRED).setParameter("now", now).getResultList();
  }

  /** Returns those of {@code ids} this session does not have. */
  List<String> unknown(List<TaskId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    Set<String> known =
        new HashSet<>(
            entities
                .createQuery(KNOWN, String.class)
                .setParameter("session", key)
                .setParameter("ids", ids.stream().map(TaskId::value).toList())
                .getResultList());
    return ids.stream().map(TaskId::value).filter(id -> !known.contains(id)).toList();
  }

  long children(TaskId parent) {
    return entities
        .createQuery(CHILDREN, Long.class)
        .setParameter("parent", parent.value())
        .getSingleResult();
  }

  /** Returns the dependencies of {@code task} that are not done, in the order it names them. */
  List<String> open(TaskId task) {
    return entities
        .createQuery(OPEN, String.class)
        .setParameter("task", task.value())
        .getResultList();
  }

  Task snapshot(TaskRow row, SessionId session) {
    if (!row.waitsForOthers()) {
      return row.snapshot(session, List.of());
    }
    List<TaskId> waitsFor =
        entities
            .createQuery(WAITS_FOR, Object[].class)
            .setParameter("task", row.id().value())
            .getResultList()
            .stream()
            .map(found -> new TaskId((String) found[1]))
            .toList();
    return row.snapshot(session, waitsFor);
  }

  /** Reads the first tasks {@link #list(TaskFilter, SessionId)} returns, a few at a time. */
  TaskPage list(TaskFilter filter, long afterNumber, PageSize<Task> size, SessionId session) {
    List<Task> read = new ArrayList<>();
    long after = afterNumber;
    while (true) {
      List<TaskRow> rows =
          query(filter, " AND t.number > :after")
              .setParameter("after", after)
              .setMaxResults(CHUNK)
              .getResultList();
      Map<String, List<TaskId>> waitsFor = dependencies(rows);
      for (TaskRow row : rows) {
        read.add(row.snapshot(session, waitsFor.getOrDefault(row.id().value(), List.of())));
        after = row.number();
      }
      List<Task> page = size.firstOf(read);
      if (page.size() < read.size() || rows.size() < CHUNK) {
        return new TaskPage(page, page.size() < read.size());
      }
    }
  }

  private TypedQuery<TaskRow> query(TaskFilter filter, String condition) {
    StringBuilder jpql = new StringBuilder(TASKS).append(condition);
    filter.status().ifPresent(status -> jpql.append(" AND t.status = :status"));
    filter.assignee().ifPresent(agent -> jpql.append(" AND t.assignee = :assignee"));
    TypedQuery<TaskRow> query = tasks(jpql.append(IN_ORDER).toString());
    filter.status().ifPresent(status -> query.setParameter("status", status));
    filter.assignee().ifPresent(agent -> query.setParameter("assignee", agent.value()));
    return query;
  }

  private Map<String, List<TaskId>> dependencies(List<TaskRow> rows) {
    List<String> waiting =
        rows.stream().filter(TaskRow::waitsForOthers).map(row -> row.id().value()).toList();
    return waiting.isEmpty()
        ? Map.of()
        : grouped(
            entities
                .createQuery(SOME_WAIT_FOR, Object[].class)
                .setParameter("ids", waiting)
                .getResultList());
  }

  List<Task> list(TaskFilter filter, SessionId session) {
    List<TaskRow> rows = query(filter, "").getResultList();
    Map<String, List<TaskId>> waitsFor =
        rows.stream().anyMatch(TaskRow::waitsForOthers) ? allDependencies() : Map.of();
    return rows.stream()
        .map(row -> row.snapshot(session, waitsFor.getOrDefault(row.id().value(), List.of())))
        .toList();
  }

  private Map<String, List<TaskId>> allDependencies() {
    return grouped(
        entities
            .createQuery(ALL_WAIT_FOR, Object[].class)
            .setParameter("session", key)
            .getResultList());
  }

  private static Map<String, List<TaskId>> grouped(List<Object[]> dependencies) {
    Map<String, List<TaskId>> waitsFor = new HashMap<>();
    dependencies.forEach(
        found ->
            waitsFor
                .computeIfAbsent((String) found[0], task -> new ArrayList<>())
                .add(new TaskId((String) found[1])));
    return waitsFor;
  }

  private TypedQuery<TaskRow> tasks(String query) {
    return entities.createQuery(query, TaskRow.class).setParameter("session", key);
  }
}

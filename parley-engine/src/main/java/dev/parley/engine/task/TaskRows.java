package dev.parley.engine.task;

import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.page.PageSize;
import dev.parley.task.Gate;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
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
import java.util.function.Function;

/** The tasks of a session as rows. */
final class TaskRows {
  private static final String TASKS = "SELECT t FROM Task t WHERE t.session = :session";

  /** All are of one session. It is named so that H2 reads the rows in the order of the index. */
  private static final String IN_ORDER = " ORDER BY t.session, t.number";

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
  private static final String ALL_WAIT_FOR =
      """
      SELECT d.place.task, d.dependsOn FROM TaskDependency d
      WHERE d.session = :session ORDER BY d.place.task, d.place.place
      """;
  private static final String WAIT_FOR =
      """
      SELECT d.place.task, d.dependsOn FROM TaskDependency d
      WHERE d.place.task IN :ids ORDER BY d.place.task, d.place.place
      """;
  private static final String GATES = "SELECT g.place.task, g.kind, g.name FROM TaskGate g WHERE ";
  private static final String GATES_IN_ORDER = " ORDER BY g.place.task, g.place.place";
  private static final String GATES_OF_SOME = GATES + "g.place.task IN :ids" + GATES_IN_ORDER;
  private static final String GATES_OF_ALL = GATES + "g.session = :session" + GATES_IN_ORDER;

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

  EntityManager entities() {
    return entities;
  }

  /** Returns the key of the session. */
  String session() {
    return key;
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
    return conditions(List.of(row)).snapshot(row, session);
  }

  /** Returns the gates of {@code task}, in the order it names them. */
  List<Gate> gates(TaskId task) {
    return gates(List.of(task.value())).getOrDefault(task.value(), List.of());
  }

  /** Remembers the content under which a task was created, unless an earlier edit did. */
  void keepOriginal(TaskRow row, TaskDraft draft) {
    if (original(row).isEmpty()) {
      entities.persist(new OriginalRow(row.id().value(), draft));
    }
  }

  /** Returns the hash of the content under which a task was created; empty before an edit. */
  Optional<OriginalRow> original(TaskRow row) {
    return Optional.ofNullable(entities.find(OriginalRow.class, row.id().value()));
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
      Conditions conditions = conditions(rows);
      for (TaskRow row : rows) {
        read.add(conditions.snapshot(row, session));
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

  /**
   * The dependencies and gates of tasks.
   *
   * @param waitsFor the dependencies, by the id of the task
   * @param gates the gates, by the id of the task
   */
  private record Conditions(Map<String, List<TaskId>> waitsFor, Map<String, List<Gate>> gates) {
    private static final Conditions NONE = new Conditions(Map.of(), Map.of());

    Task snapshot(TaskRow row, SessionId session) {
      String id = row.id().value();
      return row.snapshot(
          session, waitsFor.getOrDefault(id, List.of()), gates.getOrDefault(id, List.of()));
    }
  }

  private Conditions conditions(List<TaskRow> rows) {
    List<String> ids =
        rows.stream().filter(TaskRow::hasConditions).map(row -> row.id().value()).toList();
    if (ids.isEmpty()) {
      return Conditions.NONE;
    }
    List<Object[]> waitsFor =
        entities.createQuery(WAIT_FOR, Object[].class).setParameter("ids", ids).getResultList();
    return new Conditions(dependencies(waitsFor), gates(ids));
  }

  private Map<String, List<Gate>> gates(List<String> ids) {
    return gatesOf(
        entities
            .createQuery(GATES_OF_SOME, Object[].class)
            .setParameter("ids", ids)
            .getResultList());
  }

  List<Task> list(TaskFilter filter, SessionId session) {
    List<TaskRow> rows = query(filter, "").getResultList();
    Conditions conditions =
        rows.stream().anyMatch(TaskRow::hasConditions) ? allConditions() : Conditions.NONE;
    return rows.stream().map(row -> conditions.snapshot(row, session)).toList();
  }

  private Conditions allConditions() {
    return new Conditions(dependencies(ofAll(ALL_WAIT_FOR)), gatesOf(ofAll(GATES_OF_ALL)));
  }

  private List<Object[]> ofAll(String jpql) {
    return entities.createQuery(jpql, Object[].class).setParameter("session", key).getResultList();
  }

  private static Map<String, List<TaskId>> dependencies(List<Object[]> found) {
    return grouped(found, row -> new TaskId((String) row[1]));
  }

  private static Map<String, List<Gate>> gatesOf(List<Object[]> found) {
    return grouped(found, row -> new Gate((Gate.Kind) row[1], (String) row[2]));
  }

  /** Groups rows by their first column, the id of a task. */
  private static <T> Map<String, List<T>> grouped(
      List<Object[]> found, Function<Object[], T> value) {
    Map<String, List<T>> groups = new HashMap<>();
    for (Object[] row : found) {
      groups.computeIfAbsent((String) row[0], task -> new ArrayList<>()).add(value.apply(row));
    }
    return groups;
  }

  private TypedQuery<TaskRow> tasks(String query) {
    return entities.createQuery(query, TaskRow.class).setParameter("session", key);
  }
}

package dev.parley.engine.task;

import dev.parley.engine.session.LiveSession;
import dev.parley.id.TaskId;
import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.task.LinkedTask;
import dev.parley.task.Task;
import dev.parley.task.TaskPage;
import dev.parley.task.TaskStatus;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The links of tasks of one session, read from rows. Any number of tasks may depend on one, so
 * links are counted before they are read.
 */
final class TaskLinks {
  private static final int MAX_AT_ONCE = 500;
  private static final String TITLES =
      "SELECT t.id, t.title FROM Task t WHERE t.session = :session AND t.id IN :ids";
  private static final String COUNTS =
      "SELECT t.status, COUNT(t) FROM Task t WHERE t.session = :session GROUP BY t.status";
  private static final String DONE =
      """
      SELECT t.id FROM Task t WHERE t.session = :session AND t.id IN :ids
        AND t.status = dev.parley.task.TaskStatus.DONE
      """;

  /** A child is of the session of its parent; H2 would read all tasks of a session named here. */
  private static final String CHILDREN =
      "SELECT t.parent, t.id FROM Task t WHERE t.parent IN :ids ORDER BY t.number";

  private static final String DEPENDENTS =
      """
      SELECT d.dependsOn, t.id FROM TaskDependency d, Task t
      WHERE t.id = d.place.task AND d.session = :session AND d.dependsOn IN :ids
      ORDER BY t.number
      """;
  private static final String DEPENDENTS_COUNTED =
      """
      SELECT d.dependsOn, COUNT(d.place.task) FROM TaskDependency d
      WHERE d.session = :session AND d.dependsOn IN :ids GROUP BY d.dependsOn
      """;

  /** The maximum number of links read at once, except for those of one task. */
  private static final int MAX_LINKS = 20_000;

  /** The maximum number of tasks read for a page before their links. */
  private static final int MAX_READ = 100;

  private final LiveSession session;

  TaskLinks(LiveSession session) {
    this.session = session;
  }

  /** Returns the size of the tasks to read for a page of this size. */
  static PageSize<Task> read(PageSize<LinkedTask> size) {
    return PageSize.of(Math.min(size.limit(), MAX_READ));
  }

  /**
   * Returns as many tasks from the front of {@code page}, with their links, as {@code size} holds.
   */
  ListPage<LinkedTask> page(TaskPage page, PageSize<LinkedTask> size) {
    List<LinkedTask> linked =
        session.read(entities -> size.firstOf(linked(entities, page.tasks())));
    return new ListPage<>(linked, page.hasMore() || linked.size() < page.tasks().size());
  }

  LinkedTask of(Task task) {
    return session.read(entities -> linked(entities, List.of(task))).get(0);
  }

  /**
   * Returns as many of {@code tasks} from the front as do not have too many links together, with
   * the links.
   */
  private List<LinkedTask> linked(EntityManager entities, List<Task> tasks) {
    Map<String, Long> dependents = dependents(entities, ids(tasks));
    List<Task> few = fewLinked(tasks, dependents);
    List<String> blocking = ids(few).stream().filter(dependents::containsKey).toList();
    Set<String> done = done(entities, few);
    Map<String, List<TaskId>> blocks = lists(rows(entities, DEPENDENTS, blocking));
    Map<String, List<TaskId>> children = lists(children(entities, ids(few)));
    List<LinkedTask> linked = new ArrayList<>();
    for (Task task : few) {
      String id = task.id().value();
      linked.add(
          new LinkedTask(
              task,
              task.draft().dependsOn().stream()
                  .filter(before -> !done.contains(before.value()))
                  .toList(),
              blocks.getOrDefault(id, List.of()),
              children.getOrDefault(id, List.of())));
    }
    return linked;
  }

  /** Counts the tasks that depend on each of {@code ids}; those that have none are left out. */
  private Map<String, Long> dependents(EntityManager entities, List<String> ids) {
    Map<String, Long> counts = new HashMap<>();
    rows(entities, DEPENDENTS_COUNTED, ids)
        .forEach(row -> counts.put((String) row[0], ((Number) row[1]).longValue()));
    return counts;
  }

  /** Returns the first of {@code tasks} that do not have too many links together; at least one. */
  private static List<Task> fewLinked(List<Task> tasks, Map<String, Long> dependents) {
    return new PageSize<Task>(
            PageSize.MAX_LIMIT, MAX_LINKS, task -> dependents.getOrDefault(task.id().value(), 0L))
        .firstOf(tasks);
  }

  private Set<String> done(EntityManager entities, List<Task> tasks) {
    List<String> before =
        tasks.stream()
            .flatMap(task -> task.draft().dependsOn().stream())
            .map(TaskId::value)
            .distinct()
            .toList();
    return Set.copyOf(inPieces(before, () -> inSession(entities.createQuery(DONE, String.class))));
  }

  Map<TaskId, String> titles(Set<TaskId> ids) {
    Map<TaskId, String> titles = new HashMap<>();
    List<String> asked = ids.stream().map(TaskId::value).toList();
    session
        .read(entities -> rows(entities, TITLES, asked))
        .forEach(row -> titles.put(new TaskId((String) row[0]), (String) row[1]));
    return titles;
  }

  Map<TaskStatus, Long> counts() {
    Map<TaskStatus, Long> counts = new LinkedHashMap<>();
    session
        .read(
            entities ->
                entities
                    .createQuery(COUNTS, Object[].class)
                    .setParameter("session", session.key())
                    .getResultList())
        .forEach(row -> counts.put((TaskStatus) row[0], ((Number) row[1]).longValue()));
    return counts;
  }

  private static Map<String, List<TaskId>> lists(List<Object[]> rows) {
    Map<String, List<TaskId>> lists = new HashMap<>();
    for (Object[] row : rows) {
      lists
          .computeIfAbsent((String) row[0], id -> new ArrayList<>())
          .add(new TaskId((String) row[1]));
    }
    return lists;
  }

  private static List<Object[]> children(EntityManager entities, List<String> parents) {
    return inPieces(parents, () -> entities.createQuery(CHILDREN, Object[].class));
  }

  private List<Object[]> rows(EntityManager entities, String query, List<String> ids) {
    return inPieces(ids, () -> inSession(entities.createQuery(query, Object[].class)));
  }

  private <T> TypedQuery<T> inSession(TypedQuery<T> query) {
    return query.setParameter("session", session.key());
  }

  /** Asks for some of {@code ids} after the others, each time with a new query. */
  private static <T> List<T> inPieces(List<String> ids, Supplier<TypedQuery<T>> query) {
    List<T> found = new ArrayList<>();
    for (List<String> some : pieces(ids)) {
      found.addAll(query.get().setParameter("ids", some).getResultList());
    }
    return found;
  }

  private static List<String> ids(List<Task> tasks) {
    return tasks.stream().map(task -> task.id().value()).toList();
  }

  private static List<List<String>> pieces(List<String> ids) {
    List<List<String>> pieces = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += MAX_AT_ONCE) {
      pieces.add(ids.subList(from, Math.min(ids.size(), from + MAX_AT_ONCE)));
    }
    return pieces;
  }
}

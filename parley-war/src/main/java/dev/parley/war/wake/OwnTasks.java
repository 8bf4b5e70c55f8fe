package dev.parley.war.wake;

import dev.parley.agent.Connection;
import dev.parley.page.PageSize;
import dev.parley.problem.ParleyException;
import dev.parley.task.Task;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskStatus;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tasks that the agent of one connection has in progress. At the end of a turn each is named
 * once, so a task holds a turn at most once, however often the turn ends. Safe for all threads.
 */
final class OwnTasks {
  /** The maximum number of tasks that one sentence names. */
  static final int MAX_NAMED = 5;

  private static final int MAX_REMEMBERED = 256;
  private static final int MAX_TITLE = 80;

  private static final System.Logger LOG = System.getLogger(OwnTasks.class.getName());

  private final Connection connection;
  private final Set<String> named = new LinkedHashSet<>();

  OwnTasks(Connection connection) {
    this.connection = connection;
  }

  /**
   * Returns the tasks in progress, as many as one sentence names. Where they cannot be read there
   * are none, because a turn must not depend on the database.
   */
  List<Task> inProgress() {
    try {
      if (connection.sessions().recent(1).isEmpty()) {
        return List.of();
      }
      TaskFilter mine =
          new TaskFilter(Optional.of(TaskStatus.IN_PROGRESS), Optional.of(connection.agent()));
      return connection
          .sessions()
          .current()
          .tasks()
          .list(mine, Optional.empty(), PageSize.of(MAX_NAMED))
          .tasks();
    } catch (ParleyException unreadable) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "The tasks of an agent could not be read for its hook: {0}",
          unreadable.problem().code());
      return List.of();
    }
  }

  /**
   * Returns the sentence for the end of a turn; empty where no task is left that it has to name.
   */
  String atEnd() {
    List<Task> left = inProgress().stream().filter(task -> remember(task.id().value())).toList();
    return left.isEmpty()
        ? ""
        : "Parley: you have claimed and not finished "
            + list(left)
            + ". Go on with it, or set its status with update_task, or return it with"
            + " release_claim. If you wait for somebody, end the turn again: this is said once.";
  }

  /** Lists tasks with their ids and titles. */
  static String list(List<Task> tasks) {
    return tasks.stream()
        .map(task -> "task " + task.id().value() + " \"" + title(task) + "\"")
        .collect(Collectors.joining(", "));
  }

  private static String title(Task task) {
    String line = task.draft().title().replaceAll("\\s+", " ");
    int end = Math.min(line.length(), MAX_TITLE);
    end -= end > 0 && Character.isHighSurrogate(line.charAt(end - 1)) ? 1 : 0;
    return ChannelText.defused(line.substring(0, end)).replace('"', '\'');
  }

  private synchronized boolean remember(String id) {
    boolean fresh = named.add(id);
    if (named.size() > MAX_REMEMBERED) {
      named.remove(named.iterator().next());
    }
    return fresh;
  }
}

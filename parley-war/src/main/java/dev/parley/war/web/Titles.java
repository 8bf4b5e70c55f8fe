package dev.parley.war.web;

import dev.parley.session.Session;
import dev.parley.task.Task;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The titles of a session's tasks, each read once: a few one by one, more all at once. */
final class Titles implements Function<TaskId, String> {
  private static final int FEW = 16;

  private final Session session;
  private final Map<TaskId, String> known = new HashMap<>();
  private int asked;

  Titles(Session session) {
    this.session = session;
  }

  @Override
  public String apply(TaskId task) {
    String title = known.get(task);
    if (title != null) {
      return title;
    }
    asked++;
    if (asked > FEW) {
      session.tasks().list(TaskFilter.ALL).forEach(this::note);
    } else {
      session.tasks().find(task).ifPresent(this::note);
    }
    return known.computeIfAbsent(task, unused -> "");
  }

  private void note(Task task) {
    known.put(task.id(), task.draft().title());
  }
}

package dev.parley.war.web;

import dev.parley.PageSize;
import dev.parley.task.Task;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskId;
import dev.parley.task.TaskPage;
import dev.parley.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All tasks of a board without their descriptions, which are most of what a board weighs. */
final class WholeBoard {
  /** The tasks that are in memory at once with their descriptions. */
  private static final int CHUNK = 500;

  private WholeBoard() {}

  /** The tasks in the order they were made, read a page at a time. */
  static List<Task> of(Tasks tasks) {
    List<Task> all = new ArrayList<>();
    Optional<TaskId> after = Optional.empty();
    TaskPage page;
    do {
      page = tasks.list(TaskFilter.ALL, after, PageSize.of(CHUNK));
      page.tasks().forEach(task -> all.add(brief(task)));
      after = all.isEmpty() ? after : Optional.of(all.get(all.size() - 1).id());
    } while (page.hasMore());
    return all;
  }

  private static Task brief(Task task) {
    TaskDraft draft = task.draft();
    if (draft.description().isEmpty()) {
      return task;
    }
    TaskDraft brief =
        new TaskDraft(
            draft.title(),
            draft.priority(),
            Optional.empty(),
            draft.assignee(),
            draft.dependsOn(),
            draft.idempotencyKey(),
            draft.parent(),
            draft.derivedReason());
    return new Task(
        task.id(),
        task.session(),
        brief,
        task.createdBy(),
        task.depth(),
        task.status(),
        task.assignee(),
        task.lease(),
        task.createdAt(),
        task.updatedAt());
  }
}

package dev.parley.task;

import java.util.List;

/**
 * Consecutive tasks of a board, in the order of creation.
 *
 * @param tasks the tasks; the next page starts after the last one
 * @param hasMore whether there were more tasks after these when they were read
 */
public record TaskPage(List<Task> tasks, boolean hasMore) {
  /** Copies the list. */
  public TaskPage {
    tasks = List.copyOf(tasks);
  }
}

package dev.parley.task;

import java.util.List;

/**
 * Tasks of a board that follow each other, in the order they were made.
 *
 * @param tasks the tasks; reading goes on after the last one
 * @param hasMore whether more stood behind them when they were read
 */
public record TaskPage(List<Task> tasks, boolean hasMore) {
  /** Copies the list. */
  public TaskPage {
    tasks = List.copyOf(tasks);
  }
}

package dev.parley.team;

import java.util.List;

/**
 * Commands that run around a task, in order, until one fails.
 *
 * @param beforeTask run before the claim: a failure leaves the task on the board
 * @param afterTask run before the task is done: a failure puts it into review
 */
public record TaskHooks(List<String> beforeTask, List<String> afterTask) {
  /** No commands. */
  public static final TaskHooks NONE = new TaskHooks(List.of(), List.of());

  /** Copies the lists. */
  public TaskHooks {
    beforeTask = List.copyOf(beforeTask);
    afterTask = List.copyOf(afterTask);
  }
}

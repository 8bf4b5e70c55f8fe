package dev.parley.team;

import java.util.List;

/**
 * Commands run around a task, in order, until one fails.
 *
 * @param beforeTask before it is claimed: one that fails leaves it on the board
 * @param afterTask before it is done: one that fails puts it into review
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

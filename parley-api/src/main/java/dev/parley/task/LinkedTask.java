package dev.parley.task;

import dev.parley.id.TaskId;
import java.util.List;

/**
 * A task and the tasks it is linked to, each list in the order the tasks were made but for {@code
 * blockedBy}.
 *
 * @param task the task
 * @param blockedBy those it depends on that are not done, in the order it names them
 * @param blocks those that depend on it
 * @param children those that were derived from it
 */
public record LinkedTask(
    Task task, List<TaskId> blockedBy, List<TaskId> blocks, List<TaskId> children) {
  /** Copies the lists. */
  public LinkedTask {
    blockedBy = List.copyOf(blockedBy);
    blocks = List.copyOf(blocks);
    children = List.copyOf(children);
  }

  /** The number of links. */
  public int links() {
    return blockedBy.size() + blocks.size() + children.size();
  }
}

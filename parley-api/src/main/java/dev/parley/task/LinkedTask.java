package dev.parley.task;

import dev.parley.id.TaskId;
import java.util.List;

/**
 * A task and the tasks it is linked to, each list except {@code blockedBy} in the order of
 * creation.
 *
 * @param task the task
 * @param blockedBy its dependencies that are not done, in the order it names them
 * @param blocks the tasks that depend on it
 * @param children the tasks derived from it
 */
public record LinkedTask(
    Task task, List<TaskId> blockedBy, List<TaskId> blocks, List<TaskId> children) {
  /** Copies the lists. */
  public LinkedTask {
    blockedBy = List.copyOf(blockedBy);
    blocks = List.copyOf(blocks);
    children = List.copyOf(children);
  }

  /** Returns the number of links. */
  public int links() {
    return blockedBy.size() + blocks.size() + children.size();
  }
}

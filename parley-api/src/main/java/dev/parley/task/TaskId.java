package dev.parley.task;

import dev.parley.problem.Bounds;
import dev.parley.problem.InvalidArgument;

/**
 * The name of a task, given by the hub.
 *
 * @param value 1 to {@value #MAX_LENGTH} UTF-16 units
 */
public record TaskId(String value) {
  /** The most UTF-16 units of an id. */
  public static final int MAX_LENGTH = 256;

  /** Checks the length; refused with {@code invalid_argument}. */
  public TaskId {
    if (value.isEmpty()) {
      throw InvalidArgument.refusal("task_id", "it is empty");
    }
    Bounds.text("task_id", value, MAX_LENGTH);
  }

  @Override
  public String toString() {
    return value;
  }
}

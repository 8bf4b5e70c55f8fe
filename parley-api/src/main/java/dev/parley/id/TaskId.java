package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;

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
    TextLimits.text("task_id", value, MAX_LENGTH);
  }

  @Override
  public String toString() {
    return value;
  }
}

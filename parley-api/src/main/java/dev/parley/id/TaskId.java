package dev.parley.id;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;

/**
 * The id of a task, made by the server.
 *
 * @param value 1 to {@value #MAX_LENGTH} UTF-16 units
 */
public record TaskId(String value) {
  /** The maximum length of an id in UTF-16 units. */
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

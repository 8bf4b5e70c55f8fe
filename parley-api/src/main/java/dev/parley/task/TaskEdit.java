package dev.parley.task;

import dev.parley.problem.NothingToChange;
import dev.parley.problem.ParleyException;
import dev.parley.problem.TextLimits;
import java.util.List;
import java.util.Optional;

/**
 * A change of the content of a task. What it leaves out stays as it is.
 *
 * @param title the new title, at most {@value TaskDraft#MAX_TITLE} UTF-16 units
 * @param description the new description, at most {@value TaskDraft#MAX_DESCRIPTION} UTF-16 units;
 *     an empty text removes it
 * @param priority the new urgency
 */
public record TaskEdit(
    Optional<String> title, Optional<String> description, Optional<Priority> priority) {
  private static final List<String> FIELDS = List.of("title", "description", "priority");

  /** Checks the limits and that there is a change; refused with {@code invalid_argument}. */
  public TaskEdit {
    if (title.isEmpty() && description.isEmpty() && priority.isEmpty()) {
      throw new ParleyException(new NothingToChange(FIELDS));
    }
    title.ifPresent(text -> TextLimits.text("title", text, TaskDraft.MAX_TITLE));
    description.ifPresent(text -> TextLimits.text("description", text, TaskDraft.MAX_DESCRIPTION));
  }

  /** Makes an edit of the title. */
  public static TaskEdit titled(String title) {
    return new TaskEdit(Optional.of(title), Optional.empty(), Optional.empty());
  }

  /** Makes an edit of the description. */
  public static TaskEdit described(String description) {
    return new TaskEdit(Optional.empty(), Optional.of(description), Optional.empty());
  }

  /** Makes an edit of the priority. */
  public static TaskEdit ranked(Priority priority) {
    return new TaskEdit(Optional.empty(), Optional.empty(), Optional.of(priority));
  }
}

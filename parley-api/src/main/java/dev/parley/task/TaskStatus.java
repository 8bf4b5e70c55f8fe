package dev.parley.task;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Where a task stands, and what it can become from there. Staying what it is is always possible.
 *
 * <ul>
 *   <li>{@code todo}: on the board. It is taken up ({@code in_progress}), or closed without work
 *       ({@code done}).
 *   <li>{@code in_progress}: somebody holds it. It is handed in ({@code in_review}), finished
 *       ({@code done}), or given back ({@code todo}).
 *   <li>{@code in_review}: it waits for a verdict. It is worked on again ({@code in_progress}),
 *       finished ({@code done}), or given back ({@code todo}).
 *   <li>{@code done}: it is opened again for a verdict ({@code in_review}) or for anybody ({@code
 *       todo}), but never straight into somebody's hands.
 * </ul>
 */
public enum TaskStatus {
  /** On the board. */
  TODO,
  /** Held by an agent. */
  IN_PROGRESS,
  /** Waiting for a verdict. */
  IN_REVIEW,
  /** Finished. */
  DONE;

  /** Whether a task that is this can become {@code next}. */
  public boolean canBecome(TaskStatus next) {
    return switch (this) {
      case TODO -> next != IN_REVIEW;
      case IN_PROGRESS, IN_REVIEW -> true;
      case DONE -> next != IN_PROGRESS;
    };
  }

  /** Everything else a task that is this can become. */
  public List<TaskStatus> possible() {
    return Arrays.stream(values()).filter(next -> next != this && canBecome(next)).toList();
  }

  /** Whether a task enters this only when all it waits for is done. */
  public boolean needsDependencies() {
    return this != TODO;
  }

  /** The name on the wire, for example {@code in_progress}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

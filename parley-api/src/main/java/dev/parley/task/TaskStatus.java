package dev.parley.task;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The status of a task, with the transitions from it. A transition from a status to itself is
 * always possible.
 *
 * <ul>
 *   <li>{@code todo}: on the board. It can be claimed ({@code in_progress}), or closed without work
 *       ({@code done}).
 *   <li>{@code in_progress}: an agent holds it. It can be submitted ({@code in_review}), finished
 *       ({@code done}), or released ({@code todo}).
 *   <li>{@code in_review}: it waits for a verdict. It can be resumed ({@code in_progress}),
 *       finished ({@code done}), or released ({@code todo}).
 *   <li>{@code done}: it can be reopened for a verdict ({@code in_review}) or for any agent ({@code
 *       todo}), but never directly for one agent.
 * </ul>
 */
public enum TaskStatus {
  /** Free to claim. */
  TODO,
  /** Held by an agent. */
  IN_PROGRESS,
  /** Waiting for a verdict. */
  IN_REVIEW,
  /** Finished. */
  DONE;

  /** Returns true if a task with this status can become {@code next}. */
  public boolean canBecome(TaskStatus next) {
    return switch (this) {
      case TODO -> next != IN_REVIEW;
      case IN_PROGRESS, IN_REVIEW -> true;
      case DONE -> next != IN_PROGRESS;
    };
  }

  /** Returns every other status a task with this one can become. */
  public List<TaskStatus> possible() {
    return Arrays.stream(values()).filter(next -> next != this && canBecome(next)).toList();
  }

  /** Returns true if a task can take this status only when all its dependencies are done. */
  public boolean needsDependencies() {
    return this != TODO;
  }

  /** Returns the name on the wire, for example {@code in_progress}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package dev.parley.task;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A task that is not on a board yet.
 *
 * @param title at most {@value #MAX_TITLE} UTF-16 units; may be empty
 * @param priority its urgency
 * @param description at most {@value #MAX_DESCRIPTION} UTF-16 units
 * @param assignee the only agent that can claim it
 * @param dependsOn the tasks it waits for, at most {@value #MAX_DEPENDENCIES}; duplicates count
 *     once
 * @param idempotencyKey a second task of the session under this key counts as the first one; at
 *     most {@value #MAX_KEY} UTF-16 units; an empty key counts as none
 * @param parent the task it was derived from
 * @param derivedReason the reason for deriving it, at most {@value #MAX_REASON} UTF-16 units
 * @param gates the checks that must have passed before it is done, at most {@value #MAX_GATES};
 *     duplicates count once
 */
public record TaskDraft(
    String title,
    Priority priority,
    Optional<String> description,
    Optional<AgentId> assignee,
    List<TaskId> dependsOn,
    Optional<String> idempotencyKey,
    Optional<TaskId> parent,
    Optional<String> derivedReason,
    List<Gate> gates) {
  /** The maximum length of a title in UTF-16 units. */
  public static final int MAX_TITLE = 256;

  /** The maximum length of a description in UTF-16 units. */
  public static final int MAX_DESCRIPTION = 8_192;

  /** The maximum number of tasks a task waits for. */
  public static final int MAX_DEPENDENCIES = 32;

  /** The maximum length of an idempotency key in UTF-16 units. */
  public static final int MAX_KEY = 256;

  /** The maximum length of a reason in UTF-16 units. */
  public static final int MAX_REASON = 512;

  /** The maximum number of gates of a task. */
  public static final int MAX_GATES = 8;

  /** The form of the id of a dependency, as a regular expression. */
  public static final String DEPENDENCY_PATTERN = "^[a-zA-Z0-9_-]{1,256}$";

  private static final Pattern DEPENDENCY = Pattern.compile("[a-zA-Z0-9_-]{1,256}");

  /** Checks every limit, and copies the lists; refused with {@code invalid_argument}. */
  public TaskDraft {
    TextLimits.text("title", title, MAX_TITLE);
    description.ifPresent(text -> TextLimits.text("description", text, MAX_DESCRIPTION));
    TextLimits.count("depends_on", dependsOn.size(), MAX_DEPENDENCIES);
    for (TaskId id : dependsOn) {
      InvalidArgument.unlessMatches(
          "depends_on", id.value(), DEPENDENCY, "ids of letters, digits, underscores or hyphens");
    }
    dependsOn = dependsOn.stream().distinct().toList();
    idempotencyKey.ifPresent(key -> TextLimits.text("idempotency_key", key, MAX_KEY));
    idempotencyKey = idempotencyKey.filter(key -> !key.isEmpty());
    derivedReason.ifPresent(text -> TextLimits.text("derived_reason", text, MAX_REASON));
    TextLimits.count("gates", gates.size(), MAX_GATES);
    gates = gates.stream().distinct().toList();
  }

  /** Begins a draft of medium priority. */
  public static Builder titled(String title) {
    return new Builder(title);
  }

  /** A builder of drafts. */
  public static final class Builder {
    private final String title;
    private Priority priority = Priority.MEDIUM;
    private Optional<String> description = Optional.empty();
    private Optional<AgentId> assignee = Optional.empty();
    private List<TaskId> dependsOn = List.of();
    private Optional<String> idempotencyKey = Optional.empty();
    private Optional<TaskId> parent = Optional.empty();
    private Optional<String> derivedReason = Optional.empty();
    private List<Gate> gates = List.of();

    private Builder(String title) {
      this.title = title;
    }

    /** Sets the priority. */
    public Builder priority(Priority value) {
      priority = value;
      return this;
    }

    /** Sets the description. */
    public Builder description(String text) {
      description = Optional.of(text);
      return this;
    }

    /** Sets the agent the task is meant for. */
    public Builder assignee(AgentId agent) {
      assignee = Optional.of(agent);
      return this;
    }

    /** Sets the tasks it waits for. */
    public Builder dependsOn(List<TaskId> tasks) {
      dependsOn = tasks;
      return this;
    }

    /** Sets the tasks it waits for. */
    public Builder dependsOn(TaskId... tasks) {
      return dependsOn(List.of(tasks));
    }

    /** Creates it once, however often it is created under {@code key}. */
    public Builder once(String key) {
      idempotencyKey = Optional.of(key);
      return this;
    }

    /** Sets the task it is derived from. */
    public Builder derivedFrom(TaskId task) {
      parent = Optional.of(task);
      return this;
    }

    /** Sets the reason for deriving it. */
    public Builder because(String reason) {
      derivedReason = Optional.of(reason);
      return this;
    }

    /** Sets the checks that must have passed before it is done. */
    public Builder gates(List<Gate> checks) {
      gates = checks;
      return this;
    }

    /** Sets the checks that must have passed before it is done. */
    public Builder gates(Gate... checks) {
      return gates(List.of(checks));
    }

    /** Builds the draft; refused with {@code invalid_argument} past a limit. */
    public TaskDraft build() {
      return new TaskDraft(
          title,
          priority,
          description,
          assignee,
          dependsOn,
          idempotencyKey,
          parent,
          derivedReason,
          gates);
    }
  }
}

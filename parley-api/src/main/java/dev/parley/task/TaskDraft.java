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
 * @param priority how urgent it is
 * @param description at most {@value #MAX_DESCRIPTION} UTF-16 units
 * @param assignee whom it is meant for: nobody else can claim it
 * @param dependsOn the tasks it waits for, at most {@value #MAX_DEPENDENCIES}; twice the same is
 *     once
 * @param idempotencyKey a second task of the session under this key is the first one; at most
 *     {@value #MAX_KEY} UTF-16 units, and an empty one is none
 * @param parent the task it was derived from
 * @param derivedReason why it was, at most {@value #MAX_REASON} UTF-16 units
 */
public record TaskDraft(
    String title,
    Priority priority,
    Optional<String> description,
    Optional<AgentId> assignee,
    List<TaskId> dependsOn,
    Optional<String> idempotencyKey,
    Optional<TaskId> parent,
    Optional<String> derivedReason) {
  /** The most UTF-16 units of a title. */
  public static final int MAX_TITLE = 256;

  /** The most UTF-16 units of a description. */
  public static final int MAX_DESCRIPTION = 8_192;

  /** The most tasks one waits for. */
  public static final int MAX_DEPENDENCIES = 32;

  /** The most UTF-16 units of an idempotency key. */
  public static final int MAX_KEY = 256;

  /** The most UTF-16 units of a reason. */
  public static final int MAX_REASON = 512;

  /** What the id of a task that is waited for looks like, as a regular expression. */
  public static final String DEPENDENCY_PATTERN = "^[a-zA-Z0-9_-]{1,256}$";

  private static final Pattern DEPENDENCY = Pattern.compile("[a-zA-Z0-9_-]{1,256}");

  /** Checks every bound, and copies; refused with {@code invalid_argument}. */
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
  }

  /** Begins a draft of medium priority. */
  public static Builder titled(String title) {
    return new Builder(title);
  }

  /** Gathers what a task is to be. */
  public static final class Builder {
    private final String title;
    private Priority priority = Priority.MEDIUM;
    private Optional<String> description = Optional.empty();
    private Optional<AgentId> assignee = Optional.empty();
    private List<TaskId> dependsOn = List.of();
    private Optional<String> idempotencyKey = Optional.empty();
    private Optional<TaskId> parent = Optional.empty();
    private Optional<String> derivedReason = Optional.empty();

    private Builder(String title) {
      this.title = title;
    }

    /** How urgent it is. */
    public Builder priority(Priority value) {
      priority = value;
      return this;
    }

    /** What it is about. */
    public Builder description(String text) {
      description = Optional.of(text);
      return this;
    }

    /** Whom it is meant for. */
    public Builder assignee(AgentId agent) {
      assignee = Optional.of(agent);
      return this;
    }

    /** What it waits for. */
    public Builder dependsOn(List<TaskId> tasks) {
      dependsOn = tasks;
      return this;
    }

    /** What it waits for. */
    public Builder dependsOn(TaskId... tasks) {
      return dependsOn(List.of(tasks));
    }

    /** Makes it once, however often it is created under {@code key}. */
    public Builder once(String key) {
      idempotencyKey = Optional.of(key);
      return this;
    }

    /** The task it comes from. */
    public Builder derivedFrom(TaskId task) {
      parent = Optional.of(task);
      return this;
    }

    /** Why it was derived. */
    public Builder because(String reason) {
      derivedReason = Optional.of(reason);
      return this;
    }

    /** The draft; refused with {@code invalid_argument} past a bound. */
    public TaskDraft build() {
      return new TaskDraft(
          title, priority, description, assignee, dependsOn, idempotencyKey, parent, derivedReason);
    }
  }
}

package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.Gate;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskStatus;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A task on the wire, and the names of what it can be. */
final class TaskRecord {
  private static final String DESCRIPTION = "description";

  static final WireEnum<TaskStatus> STATUS = WireEnum.of(TaskStatus::wireName, TaskStatus.values());
  static final WireEnum<Priority> PRIORITY = WireEnum.of(Priority::wireName, Priority.values());

  /** With its description. */
  static final RecordSchema<Task> FULL =
      row(row -> row.orNull(DESCRIPTION, about(), TaskRecord::described));

  /** Without it. */
  static final RecordSchema<Task> BRIEF = row(row -> row);

  /** With or without it: what both are held against. */
  static final RecordSchema<Task> EITHER =
      row(row -> row.ifPresent(DESCRIPTION, JsonTypes.orNull(about()), TaskRecord::described));

  private TaskRecord() {}

  private static RecordSchema<Task> row(UnaryOperator<RecordSchema<Task>> description) {
    RecordSchema<Task> row =
        new RecordSchema<Task>()
            .with("id", JsonTypes.string(), task -> task.id().value())
            .with("session_id", JsonTypes.string(), task -> task.session().value())
            .with("title", JsonTypes.string(), task -> task.draft().title());
    return description
        .apply(row)
        .orNull("assignee", JsonTypes.string(), task -> task.assignee().map(AgentId::value))
        .with("status", JsonTypes.string(), task -> task.status().wireName())
        .with("priority", JsonTypes.string(), task -> task.draft().priority().wireName())
        .with("created_by", JsonTypes.string(), task -> task.createdBy().value())
        .with(
            "depends_on",
            JsonTypes.arrayOf(JsonTypes.string()),
            task -> task.draft().dependsOn().stream().map(TaskId::value).toList())
        .orNull(
            "external_id",
            JsonTypes.string("Its idempotency_key."),
            task -> task.draft().idempotencyKey())
        .orNull(
            "parent_task_id", JsonTypes.string(), task -> task.draft().parent().map(TaskId::value))
        .with("depth", JsonTypes.integer(), Task::depth)
        .orNull("derived_reason", JsonTypes.string(), task -> task.draft().derivedReason())
        .unlistedIfPresent("gates", TaskRecord::gates)
        .with(
            "created_at",
            JsonTypes.integer("Unix seconds."),
            task -> Timestamps.seconds(task.createdAt()))
        .with("updated_at", JsonTypes.integer(), task -> Timestamps.seconds(task.updatedAt()))
        .orNull(
            LeaseFields.UNTIL,
            JsonTypes.string(),
            task -> task.lease().map(lease -> Timestamps.iso(lease.until())))
        .orNull(
            LeaseFields.TOKEN,
            JsonTypes.integer(),
            task -> task.lease().map(lease -> lease.fencingToken()));
  }

  private static Map<String, Object> about() {
    return JsonTypes.string();
  }

  /** Returns the gates of a task that has some. */
  private static Optional<List<String>> gates(Task task) {
    return Optional.of(task.draft().gates().stream().map(Gate::text).toList())
        .filter(gates -> !gates.isEmpty());
  }

  private static Optional<String> described(Task task) {
    return task.draft().description();
  }
}

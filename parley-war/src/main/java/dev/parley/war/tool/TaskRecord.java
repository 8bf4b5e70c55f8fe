package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskStatus;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.Timestamps;
import dev.parley.war.wire.WireEnum;
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
            .with("id", JsonTypes.string("Its id."), task -> task.id().value())
            .with(
                "session_id",
                JsonTypes.string("The session whose board it is on."),
                task -> task.session().value())
            .with("title", JsonTypes.string("What is to be done."), task -> task.draft().title());
    return description
        .apply(row)
        .orNull(
            "assignee",
            JsonTypes.string("Who has it, or whom it is meant for; null for anybody."),
            task -> task.assignee().map(AgentId::value))
        .with("status", STATUS.schema("Where it stands."), task -> task.status().wireName())
        .with(
            "priority",
            PRIORITY.schema("How urgent it is."),
            task -> task.draft().priority().wireName())
        .with("created_by", JsonTypes.string("Who made it."), task -> task.createdBy().value())
        .with(
            "depends_on",
            JsonTypes.arrayOf(JsonTypes.string("A task that has to be done first.")),
            task -> task.draft().dependsOn().stream().map(TaskId::value).toList())
        .orNull(
            "external_id",
            JsonTypes.string("The idempotency key it was made under."),
            task -> task.draft().idempotencyKey())
        .orNull(
            "parent_task_id",
            JsonTypes.string("The task it was derived from."),
            task -> task.draft().parent().map(TaskId::value))
        .with("depth", JsonTypes.integer("0, or 1 where it was derived."), Task::depth)
        .orNull(
            "derived_reason",
            JsonTypes.string("Why it was derived."),
            task -> task.draft().derivedReason())
        .with(
            "created_at",
            JsonTypes.integer("When it was made, in seconds since 1970."),
            task -> Timestamps.seconds(task.createdAt()))
        .with(
            "updated_at",
            JsonTypes.integer("When it changed last, in seconds since 1970."),
            task -> Timestamps.seconds(task.updatedAt()))
        .orNull(
            LeaseFields.UNTIL,
            JsonTypes.string("How long its holder has it, ISO-8601 in UTC; null while unclaimed."),
            task -> task.lease().map(lease -> Timestamps.iso(lease.until())))
        .orNull(
            LeaseFields.TOKEN,
            JsonTypes.integer("The number of the claim; null while unclaimed."),
            task -> task.lease().map(lease -> lease.fencingToken()));
  }

  private static Map<String, Object> about() {
    return JsonTypes.string("What it is about.");
  }

  private static Optional<String> described(Task task) {
    return task.draft().description();
  }
}

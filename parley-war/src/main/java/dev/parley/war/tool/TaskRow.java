package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskId;
import dev.parley.task.TaskStatus;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A task on the wire, and the names of what it can be. */
final class TaskRow {
  private static final String DESCRIPTION = "description";

  static final WireName<TaskStatus> STATUS = WireName.of(TaskStatus::wireName, TaskStatus.values());
  static final WireName<Priority> PRIORITY = WireName.of(Priority::wireName, Priority.values());

  /** With its description. */
  static final Row<Task> FULL = row(row -> row.orNull(DESCRIPTION, about(), TaskRow::described));

  /** Without it. */
  static final Row<Task> BRIEF = row(row -> row);

  /** With or without it: what both are held against. */
  static final Row<Task> EITHER =
      row(row -> row.ifPresent(DESCRIPTION, Property.orNull(about()), TaskRow::described));

  private TaskRow() {}

  private static Row<Task> row(UnaryOperator<Row<Task>> description) {
    Row<Task> row =
        new Row<Task>()
            .with("id", Property.string("Its id."), task -> task.id().value())
            .with(
                "session_id",
                Property.string("The session whose board it is on."),
                task -> task.session().value())
            .with("title", Property.string("What is to be done."), task -> task.draft().title());
    return description
        .apply(row)
        .orNull(
            "assignee",
            Property.string("Who has it, or whom it is meant for; null for anybody."),
            task -> task.assignee().map(AgentId::value))
        .with("status", STATUS.schema("Where it stands."), task -> task.status().wireName())
        .with(
            "priority",
            PRIORITY.schema("How urgent it is."),
            task -> task.draft().priority().wireName())
        .with("created_by", Property.string("Who made it."), task -> task.createdBy().value())
        .with(
            "depends_on",
            Property.arrayOf(Property.string("A task that has to be done first.")),
            task -> task.draft().dependsOn().stream().map(TaskId::value).toList())
        .orNull(
            "external_id",
            Property.string("The idempotency key it was made under."),
            task -> task.draft().idempotencyKey())
        .orNull(
            "parent_task_id",
            Property.string("The task it was derived from."),
            task -> task.draft().parent().map(TaskId::value))
        .with("depth", Property.integer("0, or 1 where it was derived."), Task::depth)
        .orNull(
            "derived_reason",
            Property.string("Why it was derived."),
            task -> task.draft().derivedReason())
        .with(
            "created_at",
            Property.integer("When it was made, in seconds since 1970."),
            task -> Times.seconds(task.createdAt()))
        .with(
            "updated_at",
            Property.integer("When it changed last, in seconds since 1970."),
            task -> Times.seconds(task.updatedAt()))
        .orNull(
            LeaseFields.UNTIL,
            Property.string("How long its holder has it, ISO-8601 in UTC; null while unclaimed."),
            task -> task.lease().map(lease -> Times.iso(lease.until())))
        .orNull(
            LeaseFields.TOKEN,
            Property.integer("The number of the claim; null while unclaimed."),
            task -> task.lease().map(lease -> lease.fencingToken()));
  }

  private static Map<String, Object> about() {
    return Property.string("What it is about.");
  }

  private static Optional<String> described(Task task) {
    return task.draft().description();
  }
}

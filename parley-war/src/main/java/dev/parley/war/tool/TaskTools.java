package dev.parley.war.tool;

import dev.parley.agent.AgentId;
import dev.parley.problem.Bounds;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskId;
import dev.parley.task.TaskPage;
import java.util.List;
import java.util.Map;

/** The board: create, update, claim, list. */
final class TaskTools {
  static final String TASK = "task_id";
  static final String STATUS = "status";
  static final String ASSIGNEE = "assignee";
  static final String CLAIMED = "claimed";
  private static final String AFTER = "after";

  /** The most UTF-16 units of the id of a task, an artifact or a review. */
  static final int MAX_ID = 128;

  private TaskTools() {}

  static List<HubTool> all() {
    return List.of(create(), update(), claim(), list());
  }

  private static HubTool create() {
    return HubTool.named("create_task", "Create a task")
        .described(
            "Put a task on the session's board. Give an idempotency_key where you might be started"
                + " again: the same key of yours is the same task, and is refused for another one.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with("title", Property.text(TaskDraft.MAX_TITLE, "What is to be done."))
                .optionally(
                    "description", Property.text(TaskDraft.MAX_DESCRIPTION, "What it is about."))
                .optionally(ASSIGNEE, AgentName.schema("Whom it is meant for; left out, anybody."))
                .with("priority", TaskRow.PRIORITY.schema("How urgent it is."))
                .optionally(
                    "depends_on",
                    Property.arrayOf(
                        Property.pattern(TaskDraft.DEPENDENCY_PATTERN, "The id of a task."),
                        TaskDraft.MAX_DEPENDENCIES,
                        "Tasks of this session that have to be done first."))
                .optionally(
                    "idempotency_key",
                    Property.text(TaskDraft.MAX_KEY, "Made again under this key, it is one task."))
                .optionally(
                    "parent_task_id",
                    Property.text(MAX_ID, "The task it is derived from: one level, three at most."))
                .optionally(
                    "derived_reason", Property.text(TaskDraft.MAX_REASON, "Why it is derived.")))
        .answers(Schema.success().with(TASK, Property.string("The id of the task.")))
        .does(
            (caller, arguments) -> {
              TaskDraft draft =
                  new TaskDraft(
                      arguments.text("title"),
                      arguments.value("priority", TaskRow.PRIORITY::read),
                      arguments.optionalText("description"),
                      arguments.optionalValue(ASSIGNEE, AgentName::of),
                      arguments.values("depends_on", TaskId::new),
                      arguments.optionalText("idempotency_key"),
                      arguments.optionalValue("parent_task_id", TaskTools::id),
                      arguments.optionalText("derived_reason"));
              Task task = caller.session(arguments).tasks().create(draft);
              return Fields.success().and(TASK, task.id().value());
            });
  }

  private static HubTool update() {
    return HubTool.named("update_task", "Update a task")
        .described(
            "Change the status or the assignee of a task that is yours, that you made, or that is"
                + " nobody's. todo: give it back; in_progress: work on it; in_review: wait for a"
                + " verdict; done: finished. To take a task up, use claim_task.")
        .hinting(Hints.CHANGES_ONCE)
        .takesAtLeast(
            Caller.named(Schema.object())
                .with(TASK, taskId())
                .optionally(STATUS, TaskRow.STATUS.schema("What it becomes."))
                .optionally(ASSIGNEE, AgentName.schema("Who has it from now on."))
                .optionally(LeaseFields.TOKEN, LeaseFields.given()))
        .answers(
            Schema.success()
                .optionally(
                    "hook_failed", Property.flag("True where a command after the task failed.")))
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TASK, TaskTools::id);
              TaskChange change =
                  new TaskChange(
                      arguments.optionalValue(STATUS, TaskRow.STATUS::read),
                      arguments.optionalValue(ASSIGNEE, AgentName::of),
                      arguments.integer(LeaseFields.TOKEN));
              caller.session(arguments).tasks().update(id, change);
              return Fields.success();
            });
  }

  private static HubTool claim() {
    return HubTool.named("claim_task", "Claim a task")
        .described(
            "Take up a task. Of several who try, one gets it; claimed says whether it was you, and"
                + " reason why not. It is yours until lease_until, which each call you make"
                + " extends.")
        .hinting(Hints.CHANGES)
        .takesAtLeast(Caller.named(Schema.object()).with(TASK, taskId()))
        .answers(
            Schema.success()
                .with(CLAIMED, Property.flag("Whether it is yours now."))
                .optionally("reason", Property.string("Why it is not."))
                .optionally("claimedBy", Property.string("Who has it."))
                .optionally(LeaseFields.UNTIL, LeaseFields.until())
                .optionally(LeaseFields.TOKEN, LeaseFields.token()))
        .refusesWith(CLAIMED, false)
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TASK, TaskTools::id);
              Claim claim = caller.session(arguments).tasks().claim(id);
              Fields fields =
                  Fields.success()
                      .and(CLAIMED, claim.isWon())
                      .ifPresent("reason", claim.reason())
                      .ifPresent("claimedBy", claim.claimedBy().map(AgentId::value));
              return claim.lease().map(lease -> LeaseFields.add(fields, lease)).orElse(fields);
            });
  }

  private static HubTool list() {
    return HubTool.named("get_all_tasks", "List tasks")
        .described(
            "List the tasks of the session's board, in the order they were made. While truncated is"
                + " true, go on with next_after as after.")
        .hinting(Hints.READS)
        .takesAtLeast(
            Caller.named(Schema.object())
                .optionally(STATUS, TaskRow.STATUS.schema("Only those that stand there."))
                .optionally(ASSIGNEE, AgentName.schema("Only those this agent has."))
                .optionally(
                    "include_description",
                    Property.flag("Whether to tell their descriptions; they are left out if not."))
                .optionally(
                    AFTER,
                    Property.text(MAX_ID, "Those after this task; left out, from the first on."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            Schema.success()
                .with("tasks", Property.arrayOf(TaskRow.EITHER.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally(
                    "next_after",
                    Property.string("Where more follow: give this as after to go on.")))
        .does(
            (caller, arguments) -> {
              TaskFilter filter =
                  new TaskFilter(
                      arguments.optionalValue(STATUS, TaskRow.STATUS::read),
                      arguments.optionalValue(ASSIGNEE, AgentName::of));
              Row<Task> row = arguments.flag("include_description") ? TaskRow.FULL : TaskRow.BRIEF;
              TaskPage page =
                  caller
                      .session(arguments)
                      .tasks()
                      .list(
                          filter,
                          arguments.optionalValue(AFTER, TaskTools::id),
                          Paging.size(caller, Paging.limit(arguments), row));
              List<Task> tasks = page.tasks();
              return Paging.more(
                  Fields.success().and("tasks", row.ofAll(tasks)),
                  page.hasMore(),
                  "next_after",
                  tasks,
                  task -> task.id().value());
            });
  }

  static TaskId id(String text) {
    return new TaskId(Bounds.text(TASK, text, MAX_ID));
  }

  static Map<String, Object> taskId() {
    return Property.text(MAX_ID, "The id of a task.");
  }
}

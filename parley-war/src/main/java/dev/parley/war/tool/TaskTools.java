package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.problem.TextLimits;
import dev.parley.task.Claim;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
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

  static List<ToolDefinition> all() {
    return List.of(create(), update(), claim(), list());
  }

  private static ToolDefinition create() {
    return ToolDefinition.named("create_task", "Create a task")
        .described("Put a task on the board of your session. Returns its task_id.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with("title", JsonTypes.text(TaskDraft.MAX_TITLE, "What is to be done."))
                .optionally("description", JsonTypes.text(TaskDraft.MAX_DESCRIPTION, "Details."))
                .optionally(ASSIGNEE, AgentName.schema("Whom it is for; default: anybody."))
                .with("priority", TaskRecord.PRIORITY.schema("How urgent it is."))
                .optionally(
                    "depends_on",
                    JsonTypes.arrayOf(
                        JsonTypes.pattern(TaskDraft.DEPENDENCY_PATTERN),
                        TaskDraft.MAX_DEPENDENCIES,
                        "Ids of tasks of this session to be done first."))
                .optionally(
                    "idempotency_key",
                    JsonTypes.text(
                        TaskDraft.MAX_KEY,
                        "A repeat with this key is the same task; another task is refused."))
                .optionally(
                    "parent_task_id",
                    JsonTypes.text(
                        MAX_ID, "The task it is derived from: one level, at most three."))
                .optionally(
                    "derived_reason", JsonTypes.text(TaskDraft.MAX_REASON, "Why it is derived.")))
        .answers(ObjectSchema.success().with(TASK, JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              TaskDraft draft =
                  new TaskDraft(
                      arguments.text("title"),
                      arguments.value("priority", TaskRecord.PRIORITY::read),
                      arguments.optionalText("description"),
                      arguments.optionalValue(ASSIGNEE, AgentName::of),
                      arguments.values("depends_on", TaskId::new),
                      arguments.optionalText("idempotency_key"),
                      arguments.optionalValue("parent_task_id", TaskTools::id),
                      arguments.optionalText("derived_reason"));
              Task task = caller.session(arguments).tasks().create(draft);
              return ResultFields.success().and(TASK, task.id().value());
            });
  }

  private static ToolDefinition update() {
    return ToolDefinition.named("update_task", "Update a task")
        .described(
            "Change the status or assignee of a task that is yours, that you created, or that"
                + " nobody has. todo: give it back; in_progress: work on it; in_review: wait for a"
                + " verdict; done: finished. To take a task, use claim_task.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .with(TASK, taskId())
                .optionally(STATUS, TaskRecord.STATUS.schema("The new status."))
                .optionally(ASSIGNEE, AgentName.schema("The new assignee."))
                .optionally(LeaseFields.TOKEN, LeaseFields.given()))
        .answers(
            ObjectSchema.success()
                .optionally("hook_failed", JsonTypes.flag("A hook failed after the change.")))
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TASK, TaskTools::id);
              TaskChange change =
                  new TaskChange(
                      arguments.optionalValue(STATUS, TaskRecord.STATUS::read),
                      arguments.optionalValue(ASSIGNEE, AgentName::of),
                      arguments.integer(LeaseFields.TOKEN));
              caller.session(arguments).tasks().update(id, change);
              return ResultFields.success();
            });
  }

  private static ToolDefinition claim() {
    return ToolDefinition.named("claim_task", "Claim a task")
        .described(
            "Take a task before you work on it. Of several agents one gets it: claimed says if you"
                + " did, reason why not. It is yours until lease_until, which every call you make"
                + " extends. Give fencing_token with what you write under the claim.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.named(ObjectSchema.object()).with(TASK, taskId()))
        .answers(
            ObjectSchema.success()
                .with(CLAIMED, JsonTypes.flag())
                .optionally("reason", JsonTypes.string())
                .optionally("claimedBy", JsonTypes.string())
                .optionally(LeaseFields.UNTIL, LeaseFields.until())
                .optionally(LeaseFields.TOKEN, LeaseFields.token()))
        .refusesWith(CLAIMED, false)
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TASK, TaskTools::id);
              Claim claim = caller.session(arguments).tasks().claim(id);
              ResultFields fields =
                  ResultFields.success()
                      .and(CLAIMED, claim.isWon())
                      .ifPresent("reason", claim.reason())
                      .ifPresent("claimedBy", claim.claimedBy().map(AgentId::value));
              return claim.lease().map(lease -> LeaseFields.add(fields, lease)).orElse(fields);
            });
  }

  private static ToolDefinition list() {
    return ToolDefinition.named("get_all_tasks", "List tasks")
        .described(
            "List the tasks of your session's board, oldest first. While truncated is true, call"
                + " again with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(
            Caller.named(ObjectSchema.object())
                .optionally(STATUS, TaskRecord.STATUS.schema("Only tasks of this status."))
                .optionally(ASSIGNEE, AgentName.schema("Only tasks of this agent."))
                .optionally(
                    "include_description", JsonTypes.flag("Whether to include descriptions."))
                .optionally(AFTER, JsonTypes.text(MAX_ID, "Only tasks after this one."))
                .optionally(Paging.LIMIT, Paging.limit()))
        .answers(
            ObjectSchema.success()
                .with("tasks", JsonTypes.arrayOf(TaskRecord.EITHER.schema()))
                .optionally(Paging.TRUNCATED, Paging.truncated())
                .optionally("next_after", JsonTypes.string()))
        .does(
            (caller, arguments) -> {
              TaskFilter filter =
                  new TaskFilter(
                      arguments.optionalValue(STATUS, TaskRecord.STATUS::read),
                      arguments.optionalValue(ASSIGNEE, AgentName::of));
              RecordSchema<Task> row =
                  arguments.flag("include_description") ? TaskRecord.FULL : TaskRecord.BRIEF;
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
                  ResultFields.success().and("tasks", row.ofAll(tasks)),
                  page.hasMore(),
                  "next_after",
                  tasks,
                  task -> task.id().value());
            });
  }

  static TaskId id(String text) {
    return new TaskId(TextLimits.text(TASK, text, MAX_ID));
  }

  static Map<String, Object> taskId() {
    return JsonTypes.text(MAX_ID, "The id of a task.");
  }
}

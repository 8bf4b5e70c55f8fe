package dev.parley.war.tool;

import dev.parley.id.AgentId;
import dev.parley.id.TaskId;
import dev.parley.problem.TextLimits;
import dev.parley.task.Claim;
import dev.parley.task.Gate;
import dev.parley.task.Priority;
import dev.parley.task.Task;
import dev.parley.task.TaskChange;
import dev.parley.task.TaskDraft;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskPage;
import dev.parley.task.TaskStatus;
import dev.parley.task.Tasks;
import dev.parley.war.wire.JsonTypes;
import java.util.List;
import java.util.Optional;

/** The board: create, update, claim, list. */
final class TaskTools {
  /** The most UTF-16 units of the id of a task, an artifact or a review. */
  static final int MAX_ID = 128;

  static final String CLAIMED = "claimed";

  static final Param<TaskId> TASK = id("task_id", "The task's id.").asRequired();

  private static final Param<String> TITLE =
      Param.text("title", TaskDraft.MAX_TITLE, "What is to be done.").asRequired();
  private static final Param<String> DESCRIPTION =
      Param.text("description", TaskDraft.MAX_DESCRIPTION, "Details.");
  private static final Param<AgentId> ASSIGNEE =
      AgentName.optional("assignee", "Whom it is for; default: anybody.");
  private static final Param<Priority> PRIORITY =
      Param.required(
          "priority", TaskRecord.PRIORITY::read, TaskRecord.PRIORITY.schema("How urgent it is."));
  private static final Param<List<TaskId>> DEPENDS_ON =
      Param.list(
          "depends_on",
          TaskId::new,
          JsonTypes.arrayOf(
              JsonTypes.pattern(TaskDraft.DEPENDENCY_PATTERN),
              TaskDraft.MAX_DEPENDENCIES,
              "Ids of tasks to be done first."));
  private static final Param<String> KEY =
      Param.text(KeyArgument.NAME, TaskDraft.MAX_KEY, "Same key: same task.");
  private static final Param<TaskId> PARENT =
      id("parent_task_id", "The task it is derived from: one level, at most three.");
  private static final Param<String> DERIVED_REASON =
      Param.text("derived_reason", TaskDraft.MAX_REASON, "Why it is derived.");

  private static final Param<List<Gate>> GATES =
      Param.list(
          "gates",
          Gate::of,
          JsonTypes.arrayOf(
              JsonTypes.string(),
              TaskDraft.MAX_GATES,
              "Checks before done: review:ROLE, artifact:NAME, hook:after_task."));

  private static final Param<TaskStatus> NEW_STATUS = status("The new status.");
  private static final Param<AgentId> NEW_ASSIGNEE =
      AgentName.optional("assignee", "The new assignee.");
  private static final Param<Long> TOKEN =
      LeaseFields.given("Of your claim; refused once that ended.");

  private static final Param<TaskStatus> OF_STATUS = status("Only of this status.");
  private static final Param<AgentId> OF_AGENT =
      AgentName.optional("assignee", "Only of this agent.");
  private static final Param<Boolean> DESCRIBED =
      Param.flag("include_description", "Include descriptions.");
  private static final Param<TaskId> AFTER = id("after", "Only after this one.");

  private static final RecordSchema<Task> CREATED =
      RecordSchema.<Task>success().with("task_id", JsonTypes.string(), task -> task.id().value());

  private static final RecordSchema<ToolCall> UPDATED =
      RecordSchema.<ToolCall>success()
          .ifPresent("hook_failed", JsonTypes.flag(), call -> Optional.empty());

  private static final RecordSchema<Claim> CLAIM =
      LeaseFields.ifHeld(
          RecordSchema.<Claim>success()
              .with(CLAIMED, JsonTypes.flag(), Claim::isWon)
              .ifPresent("reason", JsonTypes.string(), Claim::reason)
              .ifPresent(
                  "claimedBy", JsonTypes.string(), claim -> claim.claimedBy().map(AgentId::value)));

  private static final RecordSchema<ToolPaging.Listed> TASKS =
      ToolPaging.answer("tasks", TaskRecord.EITHER.schema(), "next_after", JsonTypes.string());

  private TaskTools() {}

  static List<ToolDefinition> all() {
    return List.of(create(), update(), claim(), list());
  }

  private static ToolDefinition create() {
    return ToolDefinition.named("create_task", "Create a task")
        .described(
            "Put a task on the board of your session. It is done only when its gates have passed.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(
            Caller.AGENT,
            TITLE,
            DESCRIPTION,
            ASSIGNEE,
            PRIORITY,
            DEPENDS_ON,
            KEY,
            PARENT,
            DERIVED_REASON,
            GATES)
        .answers(CREATED)
        .does(
            call -> {
              TaskDraft draft =
                  new TaskDraft(
                      call.get(TITLE),
                      call.get(PRIORITY),
                      call.find(DESCRIPTION),
                      call.find(ASSIGNEE),
                      call.get(DEPENDS_ON),
                      call.find(KEY),
                      call.find(PARENT),
                      call.find(DERIVED_REASON),
                      call.get(GATES));
              return CREATED.fields(call.session().tasks().create(draft));
            });
  }

  private static ToolDefinition update() {
    return ToolDefinition.named("update_task", "Update a task")
        .described(
            "Change the status or assignee of a task that is yours, that you created, or that"
                + " nobody has. todo: give it back; in_progress: work on it; in_review: wait for a"
                + " verdict; done: finished. To take a task, use claim_task.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takesAtLeast(Caller.AGENT, TASK, NEW_STATUS, NEW_ASSIGNEE, TOKEN)
        .answers(UPDATED)
        .does(
            call -> {
              TaskId id = call.get(TASK);
              TaskChange change =
                  new TaskChange(call.find(NEW_STATUS), call.find(NEW_ASSIGNEE), call.find(TOKEN));
              call.session().tasks().update(id, change);
              return UPDATED.fields(call);
            });
  }

  private static ToolDefinition claim() {
    return ToolDefinition.named("claim_task", "Claim a task")
        .described(
            "Take a task before you work on it. Of several agents one gets it: claimed says if you"
                + " did, reason why not. It is yours until lease_until, which every call you make"
                + " extends. Give fencing_token with what you write under the claim.")
        .hinting(ToolBehavior.CHANGES)
        .takesAtLeast(Caller.AGENT, TASK)
        .answers(CLAIM)
        .refusesWith(CLAIMED, false)
        .does(
            call -> {
              TaskId id = call.get(TASK);
              Claim claim = call.session().tasks().claim(id);
              return CLAIM.fields(claim).isOfNothing(claim.task().isEmpty());
            });
  }

  private static ToolDefinition list() {
    return ToolDefinition.named("get_all_tasks", "List tasks")
        .described(
            "List the tasks of your session's board, oldest first. While truncated, call again"
                + " with next_after as after.")
        .hinting(ToolBehavior.READS)
        .takesAtLeast(Caller.AGENT, OF_STATUS, OF_AGENT, DESCRIBED, AFTER, ToolPaging.LIMIT)
        .answers(TASKS)
        .does(
            call -> {
              TaskFilter filter = new TaskFilter(call.find(OF_STATUS), call.find(OF_AGENT));
              RecordSchema<Task> row = call.get(DESCRIBED) ? TaskRecord.FULL : TaskRecord.BRIEF;
              Tasks board = call.session().tasks();
              TaskPage page =
                  board.list(
                      filter, call.find(AFTER), ToolPaging.size(call, ToolPaging.limit(call), row));
              List<Task> tasks = page.tasks();
              return TASKS.fields(
                  ToolPaging.listed(
                      tasks, row.ofAll(tasks), page.hasMore(), task -> task.id().value()));
            });
  }

  /** The id of a task. */
  static Param<TaskId> id(String name, String description) {
    return Param.optional(
        name,
        text -> new TaskId(TextLimits.text(name, text, MAX_ID)),
        JsonTypes.text(MAX_ID, description));
  }

  private static Param<TaskStatus> status(String description) {
    return Param.optional("status", TaskRecord.STATUS::read, TaskRecord.STATUS.schema(description));
  }
}

package dev.parley.war.tool;

import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;

/** What there is to a claim beyond the set {@code team}: keep it, give it back, take the next. */
final class ClaimTools {
  private ClaimTools() {}

  static List<ToolDefinition> all() {
    return List.of(renew(), release(), next());
  }

  private static ToolDefinition renew() {
    return ToolDefinition.named("renew_claim", "Renew a claim")
        .described(
            "Restart the lease of a task you claimed. Every other call of yours does so too; use"
                + " this one where you work for long without any.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(claimed())
        .answers(
            ObjectSchema.success()
                .with(LeaseFields.UNTIL, LeaseFields.until())
                .with(LeaseFields.TOKEN, LeaseFields.token()))
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TaskTools.TASK, TaskTools::id);
              var token = arguments.integer(LeaseFields.TOKEN);
              return LeaseFields.add(
                  ResultFields.success(), caller.session(arguments).tasks().renew(id, token));
            });
  }

  private static ToolDefinition release() {
    return ToolDefinition.named("release_claim", "Release a claim")
        .described("Give a task you claimed back to the board, for anybody to take up.")
        .hinting(ToolBehavior.CHANGES)
        .takes(claimed())
        .answers(ObjectSchema.success())
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TaskTools.TASK, TaskTools::id);
              var token = arguments.integer(LeaseFields.TOKEN);
              caller.session(arguments).tasks().release(id, token);
              return ResultFields.success();
            });
  }

  private static ToolDefinition next() {
    return ToolDefinition.named("claim_next_task", "Claim the next task")
        .described(
            "Take up the most urgent task that you could: one that is on the board, meant for you"
                + " or for anybody, and waits for nothing. claimed says whether there was one.")
        .hinting(ToolBehavior.CHANGES)
        .takes(Caller.named(ObjectSchema.object()))
        .answers(
            ObjectSchema.success()
                .with(TaskTools.CLAIMED, JsonTypes.flag("Whether there was one for you."))
                .with("task", JsonTypes.orNull(TaskRecord.FULL.schema()))
                .with(LeaseFields.UNTIL, JsonTypes.orNull(LeaseFields.until()))
                .with(LeaseFields.TOKEN, JsonTypes.orNull(LeaseFields.token()))
                .optionally("reason", JsonTypes.string("Why there was none.")))
        .refusesWith(TaskTools.CLAIMED, false)
        .does(
            (caller, arguments) -> {
              Claim claim = caller.session(arguments).tasks().claimNext();
              ResultFields fields =
                  ResultFields.success()
                      .and(TaskTools.CLAIMED, claim.isWon())
                      .orNull(
                          "task",
                          claim.task().filter(task -> claim.isWon()).map(TaskRecord.FULL::of));
              return LeaseFields.addOrNull(fields, claim.lease())
                  .ifPresent("reason", claim.reason());
            });
  }

  private static ObjectSchema claimed() {
    return Caller.named(ObjectSchema.object())
        .with(TaskTools.TASK, TaskTools.taskId())
        .optionally(
            LeaseFields.TOKEN,
            JsonTypes.integer(1, "The number of the claim you mean; left out, the one you have."));
  }
}

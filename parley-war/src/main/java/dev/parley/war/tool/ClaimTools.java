package dev.parley.war.tool;

import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.ResultFields;
import java.util.List;
import java.util.Optional;

/** What there is to a claim beyond the set {@code team}: keep it, give it back, take the next. */
final class ClaimTools {
  private static final Param<Long> TOKEN =
      LeaseFields.given("The number of the claim; default: the current one.");

  private ClaimTools() {}

  static List<ToolDefinition> all() {
    return List.of(renew(), release(), next());
  }

  private static ToolDefinition renew() {
    return ToolDefinition.named("renew_claim", "Renew a claim")
        .described(
            "Extend the lease of a task you claimed. Every other call does so too; use it if you"
                + " work long without one.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(Caller.AGENT, TaskTools.TASK, TOKEN)
        .answers(
            ObjectSchema.success()
                .with(LeaseFields.UNTIL, LeaseFields.until())
                .with(LeaseFields.TOKEN, LeaseFields.token()))
        .does(
            call -> {
              TaskId id = call.get(TaskTools.TASK);
              Optional<Long> token = call.find(TOKEN);
              return LeaseFields.add(
                  ResultFields.success(), call.session().tasks().renew(id, token));
            });
  }

  private static ToolDefinition release() {
    return ToolDefinition.named("release_claim", "Release a claim")
        .described("Give a task you claimed back to the board, for anyone to take.")
        .hinting(ToolBehavior.CHANGES)
        .takes(Caller.AGENT, TaskTools.TASK, TOKEN)
        .answers(ObjectSchema.success())
        .does(
            call -> {
              TaskId id = call.get(TaskTools.TASK);
              Optional<Long> token = call.find(TOKEN);
              call.session().tasks().release(id, token);
              return ResultFields.success();
            });
  }

  private static ToolDefinition next() {
    return ToolDefinition.named("claim_next_task", "Claim the next task")
        .described(
            "Take the most urgent task that is on the board, for you or for anybody, and not"
                + " blocked. claimed says if there was one. To take a given task, use claim_task.")
        .hinting(ToolBehavior.CHANGES)
        .takes(Caller.AGENT)
        .answers(
            ObjectSchema.success()
                .with(TaskTools.CLAIMED, JsonTypes.flag())
                .with("task", JsonTypes.nullable(JsonTypes.object("As get_all_tasks has it.")))
                .with(LeaseFields.UNTIL, JsonTypes.nullable(LeaseFields.until()))
                .with(LeaseFields.TOKEN, JsonTypes.nullable(LeaseFields.token()))
                .optionally("reason", JsonTypes.string()))
        .refusesWith(TaskTools.CLAIMED, false)
        .does(
            call -> {
              Claim claim = call.session().tasks().claimNext();
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
}

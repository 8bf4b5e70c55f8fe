package dev.parley.war.tool;

import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import dev.parley.task.Lease;
import dev.parley.war.wire.JsonTypes;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Optional;

/** Claims beyond the set {@code team}: keep one, give it back, take the next. */
final class ClaimTools {
  private static final Param<Long> TOKEN =
      LeaseFields.given("Of the claim; default: the current one.");

  private static final RecordSchema<Lease> RENEWED =
      RecordSchema.<Lease>success()
          .with(LeaseFields.UNTIL, JsonTypes.string(), lease -> Timestamps.iso(lease.until()))
          .with(LeaseFields.TOKEN, JsonTypes.integer(), Lease::fencingToken);

  private static final RecordSchema<Claim> NEXT =
      LeaseFields.orNull(
              RecordSchema.<Claim>success()
                  .with(TaskTools.CLAIMED, JsonTypes.flag(), Claim::isWon)
                  .orNull(
                      "task",
                      JsonTypes.object("As get_all_tasks has it."),
                      claim -> claim.task().filter(task -> claim.isWon()).map(TaskRecord.FULL::of)))
          .ifPresent("reason", JsonTypes.string(), Claim::reason);

  private ClaimTools() {}

  static List<ToolDefinition> all() {
    return List.of(renew(), release(), next());
  }

  private static ToolDefinition renew() {
    return ToolDefinition.named("renew_claim", "Renew a claim")
        .described(
            "Extend the lease of a task you claimed. Every call does so; use it before long work"
                + " without one.")
        .hinting(ToolBehavior.CHANGES_ONCE)
        .takes(Caller.AGENT, TaskTools.TASK, TOKEN)
        .answers(RENEWED)
        .does(
            call -> {
              TaskId id = call.get(TaskTools.TASK);
              Optional<Long> token = call.find(TOKEN);
              return RENEWED.fields(call.session().tasks().renew(id, token));
            });
  }

  private static ToolDefinition release() {
    return ToolDefinition.named("release_claim", "Release a claim")
        .described("Give a task you claimed back to the board, for anyone to take.")
        .hinting(ToolBehavior.CHANGES)
        .takes(Caller.AGENT, TaskTools.TASK, TOKEN)
        .answers(RecordSchema.DONE)
        .does(
            call -> {
              TaskId id = call.get(TaskTools.TASK);
              Optional<Long> token = call.find(TOKEN);
              call.session().tasks().release(id, token);
              return RecordSchema.DONE.fields(call);
            });
  }

  private static ToolDefinition next() {
    return ToolDefinition.named("claim_next_task", "Claim the next task")
        .described(
            "Take the most urgent task on the board for you or anybody that is not"
                + " blocked. claimed says if there was one. To take a given task, use claim_task.")
        .hinting(ToolBehavior.CHANGES)
        .takes(Caller.AGENT)
        .answers(NEXT)
        .refusesWith(TaskTools.CLAIMED, false)
        .does(call -> NEXT.fields(call.session().tasks().claimNext()));
  }
}

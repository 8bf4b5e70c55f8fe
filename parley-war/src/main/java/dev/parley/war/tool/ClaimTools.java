package dev.parley.war.tool;

import dev.parley.task.Claim;
import dev.parley.task.TaskId;
import java.util.List;

/** What there is to a claim beyond the set {@code team}: keep it, give it back, take the next. */
final class ClaimTools {
  private ClaimTools() {}

  static List<HubTool> all() {
    return List.of(renew(), release(), next());
  }

  private static HubTool renew() {
    return HubTool.named("renew_claim", "Renew a claim")
        .described(
            "Restart the lease of a task you claimed. Every other call of yours does so too; use"
                + " this one where you work for long without any.")
        .hinting(Hints.CHANGES_ONCE)
        .takes(claimed())
        .answers(
            Schema.success()
                .with(LeaseFields.UNTIL, LeaseFields.until())
                .with(LeaseFields.TOKEN, LeaseFields.token()))
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TaskTools.TASK, TaskTools::id);
              var token = arguments.integer(LeaseFields.TOKEN);
              return LeaseFields.add(
                  Fields.success(), caller.session(arguments).tasks().renew(id, token));
            });
  }

  private static HubTool release() {
    return HubTool.named("release_claim", "Release a claim")
        .described("Give a task you claimed back to the board, for anybody to take up.")
        .hinting(Hints.CHANGES)
        .takes(claimed())
        .answers(Schema.success())
        .does(
            (caller, arguments) -> {
              TaskId id = arguments.value(TaskTools.TASK, TaskTools::id);
              var token = arguments.integer(LeaseFields.TOKEN);
              caller.session(arguments).tasks().release(id, token);
              return Fields.success();
            });
  }

  private static HubTool next() {
    return HubTool.named("claim_next_task", "Claim the next task")
        .described(
            "Take up the most urgent task that you could: one that is on the board, meant for you"
                + " or for anybody, and waits for nothing. claimed says whether there was one.")
        .hinting(Hints.CHANGES)
        .takes(Caller.named(Schema.object()))
        .answers(
            Schema.success()
                .with(TaskTools.CLAIMED, Property.flag("Whether there was one for you."))
                .with("task", Property.orNull(TaskRow.FULL.schema()))
                .with(LeaseFields.UNTIL, Property.orNull(LeaseFields.until()))
                .with(LeaseFields.TOKEN, Property.orNull(LeaseFields.token()))
                .optionally("reason", Property.string("Why there was none.")))
        .refusesWith(TaskTools.CLAIMED, false)
        .does(
            (caller, arguments) -> {
              Claim claim = caller.session(arguments).tasks().claimNext();
              Fields fields =
                  Fields.success()
                      .and(TaskTools.CLAIMED, claim.isWon())
                      .orNull(
                          "task", claim.task().filter(task -> claim.isWon()).map(TaskRow.FULL::of));
              return LeaseFields.addOrNull(fields, claim.lease())
                  .ifPresent("reason", claim.reason());
            });
  }

  private static Schema claimed() {
    return Caller.named(Schema.object())
        .with(TaskTools.TASK, TaskTools.taskId())
        .optionally(
            LeaseFields.TOKEN,
            Property.integer(1, "The number of the claim you mean; left out, the one you have."));
  }
}

package dev.parley.engine.task;

import dev.parley.engine.persistence.SqlStatement;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import java.util.List;
import java.util.Optional;

/**
 * The claim of a task by its id.
 *
 * @param blocked the beginning of the reason where dependencies are open
 */
record ClaimTask(SessionId session, AgentId agent, Leases leases, TaskId task, String blocked)
    implements ClaimCommand {
  private static final String NOT_FREE =
      "Task is not in 'todo' state or is assigned to another agent";

  @Override
  public List<SqlStatement> statements(ClaimBatch batch) {
    return List.of(batch.statement(task, agent));
  }

  @Override
  public Claim finish(ClaimBatch batch, int[] rows) {
    return rows[0] == 1 ? batch.won(task, agent) : lost(batch.tasks(), batch.row(task));
  }

  /** Returns the lost claim, with the reason. */
  Claim lost(TaskRows rows, Optional<TaskRow> row) {
    List<String> open =
        row.filter(TaskRow::hasConditions).map(found -> rows.open(task)).orElse(List.of());
    return Claim.lost(
        row.map(found -> rows.snapshot(found, session)),
        open.isEmpty() ? NOT_FREE : blocked + String.join(", ", open));
  }
}

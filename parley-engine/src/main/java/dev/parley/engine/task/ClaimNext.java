package dev.parley.engine.task;

import dev.parley.engine.persistence.SqlStatement;
import dev.parley.id.AgentId;
import dev.parley.id.SessionId;
import dev.parley.id.TaskId;
import dev.parley.task.Claim;
import java.util.List;
import java.util.Optional;

/**
 * The claim of the next task. {@link TaskQueue} chooses the task under the session's lock, so that
 * each of a hundred agents that ask gets another one.
 */
final class ClaimNext implements ClaimCommand {
  static final Claim NONE = Claim.lost(Optional.empty(), "No task is free and unblocked for you");

  private final SessionId session;
  private final AgentId agent;
  private final Leases leases;
  private Optional<TaskId> chosen = Optional.empty();

  ClaimNext(SessionId session, AgentId agent, Leases leases) {
    this.session = session;
    this.agent = agent;
    this.leases = leases;
  }

  @Override
  public SessionId session() {
    return session;
  }

  @Override
  public Leases leases() {
    return leases;
  }

  @Override
  public List<SqlStatement> statements(ClaimBatch batch) {
    chosen = batch.poll(agent);
    return chosen.stream().map(task -> batch.statement(task, agent)).toList();
  }

  /**
   * Returns the claim. It chooses again if another agent claimed the chosen task by its id in this
   * commit.
   */
  @Override
  public Claim finish(ClaimBatch batch, int[] rows) {
    boolean isTaken = chosen.isPresent() && rows[0] == 0;
    return (isTaken ? batch.claimFirst(agent) : chosen)
        .map(task -> batch.won(task, agent))
        .orElse(NONE);
  }
}

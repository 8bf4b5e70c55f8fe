package dev.parley.engine.task;

import dev.parley.engine.session.BatchableCommand;
import dev.parley.engine.session.SessionTransaction;
import dev.parley.id.SessionId;
import dev.parley.task.Claim;

/** A claim of one agent, carried out together with all claims of the commit. */
sealed interface ClaimCommand extends BatchableCommand<ClaimBatch, Claim>
    permits ClaimTask, ClaimNext {

  /** Returns the session of the task. */
  SessionId session();

  /** Returns the leases of the session's tasks. */
  Leases leases();

  @Override
  default Class<ClaimBatch> batchType() {
    return ClaimBatch.class;
  }

  @Override
  default ClaimBatch newBatch(SessionTransaction transaction) {
    return new ClaimBatch(transaction, session(), leases());
  }
}

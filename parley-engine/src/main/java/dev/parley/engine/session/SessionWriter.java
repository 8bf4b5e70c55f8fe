package dev.parley.engine.session;

import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.GroupCommit;
import dev.parley.engine.persistence.Transactions;
import java.time.InstantSource;
import java.util.List;

/** Commits the changes of one session, those that come at once in one transaction. */
final class SessionWriter {
  private final Transactions transactions;
  private final String session;
  private final InstantSource clock;
  private final SessionLimits limits;
  private final Runnable onChange;
  private final GroupCommit<PendingWrite<?>> commits = new GroupCommit<>(this::commitTogether);

  SessionWriter(
      Transactions transactions,
      String session,
      InstantSource clock,
      SessionLimits limits,
      Runnable onChange) {
    this.transactions = transactions;
    this.session = session;
    this.clock = clock;
    this.limits = limits;
    this.onChange = onChange;
  }

  /** Returns when {@code write} is committed, or throws why it is not. */
  <T> T commit(StagedWrite<T> write) {
    PendingWrite<T> own = new PendingWrite<>(write);
    commits.commit(own);
    return own.result();
  }

  /** How many writes of this node are not committed. */
  int unconfirmed() {
    return commits.unsettled();
  }

  private void commitTogether(List<PendingWrite<?>> together) {
    try {
      commit(together);
    } catch (ConstraintViolated oneOfThem) {
      together.forEach(this::commitAlone);
    }
  }

  private void commitAlone(PendingWrite<?> write) {
    try {
      commit(List.of(write));
    } catch (RuntimeException | Error e) {
      write.failed(e);
    }
  }

  private void commit(List<PendingWrite<?>> together) {
    boolean changed =
        transactions.call(
            entities -> {
              Writing writing =
                  Writing.locked(entities, session, clock.millis(), limits, together.size());
              together.forEach(write -> write.begin(writing));
              writing.sendLate();
              together.forEach(write -> write.goOn(writing));
              writing.finish();
              return writing.hasChanged();
            });
    if (changed) {
      onChange.run();
    }
  }
}

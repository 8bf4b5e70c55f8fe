package dev.parley.engine.session;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import java.time.InstantSource;
import java.util.List;

/** Commits the changes of one session; concurrent ones in one transaction. */
final class SessionWriter {
  private final Transactions transactions;
  private final String session;
  private final InstantSource clock;
  private final SessionLimits limits;
  private final Runnable onChange;
  private final GroupCommit<QueuedCommand<?>> commits = new GroupCommit<>(this::commitTogether);

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

  /** Returns when {@code write} is committed, or throws the reason why it is not. */
  <T> T commit(BatchableCommand<T> write) {
    QueuedCommand<T> own = new QueuedCommand<>(write);
    commits.commit(own);
    return own.result();
  }

  /** Counts the writes of this node that are not committed. */
  int unconfirmed() {
    return commits.unsettled();
  }

  private void commitTogether(List<QueuedCommand<?>> together) {
    try {
      commit(together);
    } catch (ConstraintViolated oneOfThem) {
      together.forEach(this::commitAlone);
    }
  }

  private void commitAlone(QueuedCommand<?> write) {
    try {
      commit(List.of(write));
    } catch (RuntimeException | Error e) {
      write.failed(e);
    }
  }

  private void commit(List<QueuedCommand<?>> together) {
    boolean changed =
        transactions.call(
            entities -> {
              SessionTransaction writing =
                  SessionTransaction.locked(
                      entities, session, clock.millis(), limits, together.size());
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

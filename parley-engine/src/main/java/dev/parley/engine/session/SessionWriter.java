package dev.parley.engine.session;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongConsumer;

/** Commits the changes of one session; concurrent ones in one transaction. */
final class SessionWriter {
  private final Transactions transactions;
  private final String session;
  private final InstantSource clock;
  private final SessionLimits limits;
  private final Runnable onChange;
  private final LongConsumer onMessage;
  private final GroupCommit<QueuedCommand<?>> commits;

  /**
   * Makes a writer.
   *
   * @param onChange called after each commit that changed something
   * @param onMessage called after each commit with messages, with the number of the last one
   */
  SessionWriter(
      Transactions transactions,
      String session,
      InstantSource clock,
      SessionLimits limits,
      Runnable onChange,
      LongConsumer onMessage) {
    this.transactions = transactions;
    this.session = session;
    this.clock = clock;
    this.limits = limits;
    this.onChange = onChange;
    this.onMessage = onMessage;
    this.commits = new GroupCommit<>(this::commitTogether, transactions::committedByAnother);
  }

  /** Returns when {@code own} is committed, or throws the reason why it is not. */
  <T> T commit(QueuedCommand<T> own) {
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

  private void commitAlone(QueuedCommand<?> command) {
    try {
      commit(List.of(command));
    } catch (RuntimeException | Error e) {
      command.failed(e);
    }
  }

  private void commit(List<QueuedCommand<?>> together) {
    SessionTransaction written =
        transactions.call(
            entities -> {
              SessionTransaction writing =
                  SessionTransaction.locked(
                      entities, session, clock.millis(), limits, together.size());
              CommandBatch batch = new CommandBatch(writing);
              together.forEach(command -> command.begin(batch));
              batch.carryOut();
              writing.finish();
              return writing;
            });
    if (written.hasChanged()) {
      onChange.run();
    }
    if (written.lastMessage() > 0) {
      onMessage.accept(written.lastMessage());
    }
  }
}

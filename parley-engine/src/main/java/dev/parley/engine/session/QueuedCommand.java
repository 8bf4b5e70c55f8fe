package dev.parley.engine.session;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.problem.ParleyException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that waits for its commit, and its waiting thread.
 *
 * @param <T> the result of the command
 */
abstract class QueuedCommand<T> extends GroupCommit.Waiting {
  private @Nullable T result;

  /** Returns a plain command. */
  static <T> QueuedCommand<T> of(SessionCommand<T> command) {
    return new QueuedCommand<>() {
      @Override
      void begin(CommandBatch batch) {
        step(batch.session(), () -> done(command.in(batch.session())));
      }
    };
  }

  /** Returns a batchable command. */
  static <T> QueuedCommand<T> of(BatchableCommand<?, T> command) {
    return new QueuedCommand<>() {
      @Override
      void begin(CommandBatch batch) {
        batch.add(command, this);
      }
    };
  }

  /** Carries out a plain command; adds a batchable one to {@code batch}. */
  abstract void begin(CommandBatch batch);

  /**
   * Runs a step on rows no command has read before; returns false if it refused. A refusal affects
   * its own caller alone: it came before any change, and the other commands continue.
   */
  final boolean step(SessionTransaction session, Runnable step) {
    fail(null);
    boolean isDone;
    try {
      step.run();
      session.entities().flush();
      isDone = true;
    } catch (ParleyException refused) {
      fail(refused);
      isDone = false;
    }
    session.entities().clear(); // statements changed rows behind the loaded entities
    return isDone;
  }

  final void done(T with) {
    result = with;
  }

  final void failed(Throwable why) {
    fail(why);
  }

  final T result() {
    return Objects.requireNonNull(result, "a write that did not fail has a result");
  }
}

package dev.parley.engine.session;

import dev.parley.engine.concurrent.GroupCommit;
import dev.parley.problem.ParleyException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A change that waits for its commit, and its waiting thread. */
final class QueuedCommand<T> extends GroupCommit.Waiting {
  private final BatchableCommand<T> write;

  private @Nullable SessionCommand<T> rest;
  private @Nullable T result;

  QueuedCommand(BatchableCommand<T> write) {
    this.write = write;
  }

  /** Begins, on rows no command has read before. */
  void begin(SessionTransaction writing) {
    fail(null);
    rest = null;
    carryOut(writing, () -> rest = write.stage(writing));
  }

  /** Continues, unless it was refused. */
  void goOn(SessionTransaction writing) {
    SessionCommand<T> begun = rest;
    if (begun != null) {
      carryOut(writing, () -> result = begun.in(writing));
    }
  }

  /**
   * Runs a stage. A refusal affects its own caller alone: it came before any change, and the other
   * commands continue.
   */
  private void carryOut(SessionTransaction writing, Runnable stage) {
    try {
      stage.run();
      writing.entities().flush();
    } catch (ParleyException refused) {
      fail(refused);
    }
    writing.entities().clear(); // statements changed rows behind the loaded entities
  }

  void failed(Throwable why) {
    fail(why);
  }

  T result() {
    return Objects.requireNonNull(result, "a write that did not fail has a result");
  }
}

package dev.parley.engine.session;

import dev.parley.ParleyException;
import dev.parley.engine.persistence.GroupCommit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A change that waits for its commit, and the thread that waits for it. */
final class PendingWrite<T> extends GroupCommit.Waiting {
  private final StagedWrite<T> write;

  private @Nullable Write<T> rest;
  private @Nullable T result;

  PendingWrite(StagedWrite<T> write) {
    this.write = write;
  }

  /** Begins, on rows nobody read before. */
  void begin(Writing writing) {
    fail(null);
    rest = null;
    carryOut(writing, () -> rest = write.stage(writing));
  }

  /** Goes on where it was not refused. */
  void goOn(Writing writing) {
    Write<T> begun = rest;
    if (begun != null) {
      carryOut(writing, () -> result = begun.in(writing));
    }
  }

  /** A refusal is the caller's alone: it came before any change, and the others go on. */
  private void carryOut(Writing writing, Runnable stage) {
    try {
      stage.run();
      writing.entities().flush();
    } catch (ParleyException refused) {
      fail(refused);
    }
    writing.entities().clear(); // statements went past what was read
  }

  void failed(Throwable why) {
    fail(why);
  }

  T result() {
    return Objects.requireNonNull(result, "a write that did not fail has a result");
  }
}

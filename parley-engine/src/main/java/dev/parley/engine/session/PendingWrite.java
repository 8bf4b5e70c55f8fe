package dev.parley.engine.session;

import dev.parley.ParleyException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A change that waits for its commit, and the thread that waits for it. */
final class PendingWrite<T> {
  private final StagedWrite<T> write;
  private final Thread caller = Thread.currentThread();

  private @Nullable Write<T> rest;
  private @Nullable T result;
  private @Nullable Throwable failure;
  private volatile boolean settled;

  PendingWrite(StagedWrite<T> write) {
    this.write = write;
  }

  /** Begins, on rows nobody read before. */
  void begin(Writing writing) {
    failure = null;
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
      failure = refused;
    }
    writing.entities().clear(); // statements went past what was read
  }

  void fail(Throwable why) {
    failure = why;
  }

  void settle() {
    settled = true;
    LockSupport.unpark(caller);
  }

  boolean isSettled() {
    return settled;
  }

  void wakeCaller() {
    LockSupport.unpark(caller);
  }

  T outcome() {
    if (failure instanceof ParleyException refused) {
      throw new ParleyException(refused.problem());
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return Objects.requireNonNull(result, "a write that did not fail has a result");
  }
}

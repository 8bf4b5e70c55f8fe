package dev.parley.engine.session;

import dev.parley.ParleyException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A change that waits for its commit, and the thread that waits for it. */
final class PendingWrite<T> {
  private final Write<T> write;
  private final Thread caller = Thread.currentThread();

  private @Nullable T result;
  private @Nullable Throwable failure;
  private volatile boolean settled;

  PendingWrite(Write<T> write) {
    this.write = write;
  }

  /**
   * Carries it out on rows nobody read before. A refusal is the caller's alone: it changed nothing,
   * and the others go on.
   */
  void carryOut(Writing writing) {
    failure = null;
    try {
      result = write.in(writing);
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

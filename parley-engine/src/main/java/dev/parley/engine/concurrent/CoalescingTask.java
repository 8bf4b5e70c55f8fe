package dev.parley.engine.concurrent;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Runs one task at most once at a time, and once more where it was woken meanwhile. Waking a task
 * that is already queued costs one read.
 */
public final class CoalescingTask implements Runnable {
  private static final int IDLE = 0;
  private static final int QUEUED = 1;
  private static final int RUNNING = 2;
  private static final int WOKEN_AGAIN = 3;

  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final BooleanSupplier work;
  private volatile Executor executor = Runnable::run;

  /** Makes a task of {@code work}, which returns true if it has more to do at once. */
  public CoalescingTask(BooleanSupplier work) {
    this.work = work;
  }

  /** Runs on {@code next} from the next run on. */
  public void runOn(Executor next) {
    executor = next;
  }

  /** Returns true if its runs are on {@code other}. */
  public boolean runsOn(Executor other) {
    return executor == other;
  }

  /** Returns true if it is queued. A run under way is not, woken again or not. */
  public boolean isQueued() {
    return state.get() == QUEUED;
  }

  /** Returns true if it is neither queued nor running. */
  public boolean isIdle() {
    return state.get() == IDLE;
  }

  /** Runs the task once more from now on. */
  public void wake() {
    for (; ; ) {
      int now = state.get();
      if (now == QUEUED || now == WOKEN_AGAIN) {
        return;
      }
      int next = now == IDLE ? QUEUED : WOKEN_AGAIN;
      if (state.compareAndSet(now, next)) {
        if (next == QUEUED) {
          executor.execute(this);
        }
        return;
      }
    }
  }

  @Override
  public void run() {
    state.set(RUNNING);
    boolean more = false;
    try {
      more = work.getAsBoolean();
    } finally {
      if (more || !state.compareAndSet(RUNNING, IDLE)) {
        state.set(QUEUED);
        executor.execute(this);
      }
    }
  }
}

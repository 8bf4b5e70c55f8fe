package dev.parley.engine.topic;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Runs one piece of work at most once at a time, and once more where it was woken meanwhile. Waking
 * it again while it waits for its turn costs one read.
 */
public final class CoalescingTask implements Runnable {
  private static final int IDLE = 0;
  private static final int QUEUED = 1;
  private static final int RUNNING = 2;
  private static final int WOKEN_AGAIN = 3;

  private final AtomicInteger state = new AtomicInteger(IDLE);
  private final BooleanSupplier work;
  private volatile Executor executor = Runnable::run;

  /** Work that answers whether it has more to do at once. */
  public CoalescingTask(BooleanSupplier work) {
    this.work = work;
  }

  /** Runs on {@code next} from its next turn on. */
  public void runOn(Executor next) {
    executor = next;
  }

  boolean runsOn(Executor other) {
    return executor == other;
  }

  /** Whether it waits for its turn. Work under way does not, woken again or not. */
  boolean isQueued() {
    return state.get() == QUEUED;
  }

  /** Has the work run once more from now on. */
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

package dev.parley.engine.concurrent;

import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Commits together what many threads write to one thing. Writes that arrive during a commit wait
 * for the next one, because most of the cost of a commit is its way to the disk.
 *
 * <p>There is no thread of its own: one of the callers commits for all that wait, and no two commit
 * at a time.
 *
 * @param <W> the type of a write
 * @see <a href="https://doi.org/10.1145/1810479.1810540">Hendler, Incze, Shavit, Tzafrir: Flat
 *     combining and the synchronization-parallelism tradeoff, SPAA 2010</a>
 */
public final class GroupCommit<W extends GroupCommit.Waiting> {
  /** The maximum number of writes in one commit. */
  public static final int MAX_TOGETHER = 64;

  private static final long GLANCE_NANOS = 20_000;
  private static final long MAX_COMPANY_NANOS = 5_000_000;

  /** One write and its waiting thread. */
  public abstract static class Waiting {
    private final Thread caller = Thread.currentThread();
    private @Nullable Throwable failure;
    private volatile boolean settled;

    /** Makes a write of the current thread. */
    protected Waiting() {}

    /** Fails the write with {@code why}; null where it is to be tried once more. */
    protected final void fail(@Nullable Throwable why) {
      failure = why;
    }

    private void settle() {
      settled = true;
      LockSupport.unpark(caller);
    }

    private void throwFailure() {
      if (failure instanceof ParleyException refused) {
        throw new ParleyException(refused.problem()); // with a trace of the caller's own
      } else if (failure instanceof RuntimeException e) {
        throw e;
      } else if (failure instanceof Error e) {
        throw e;
      }
    }
  }

  private final Consumer<List<W>> commit;
  private final LongConsumer waited;
  private final LongSupplier nanos;
  private final Queue<W> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean committing = new AtomicBoolean();

  // Figures of the last commit, without writes where it failed; used by the committing thread.
  private int lastTogether;
  private long lastNanos;

  /** The number of writes in the current commit; written by the committing thread. */
  private volatile int underWay;

  /**
   * Makes a group that commits with {@code commit}, up to {@link #MAX_TOGETHER} writes at a time.
   *
   * @param commit what it throws, all of them get
   */
  public GroupCommit(Consumer<List<W>> commit) {
    this(commit, nanos -> {});
  }

  /**
   * The same, which reports how long a thread waited whose write another thread committed.
   *
   * @param waited called on the thread that waited, with the nanoseconds
   */
  public GroupCommit(Consumer<List<W>> commit, LongConsumer waited) {
    this(commit, waited, System::nanoTime);
  }

  /** The same with a clock of the caller, which counts nanoseconds. */
  GroupCommit(Consumer<List<W>> commit, LongConsumer waited, LongSupplier nanos) {
    this.commit = commit;
    this.waited = waited;
    this.nanos = nanos;
  }

  /** Returns when {@code own} is committed, or throws the reason why it is not. */
  public void commit(W own) {
    Waiting mine = own;
    waiting.add(own);
    boolean interrupted = false;
    boolean byAnother = true;
    long began = nanos.getAsLong();
    while (!mine.settled) {
      if (committing.compareAndSet(false, true)) {
        byAnother = false;
        try {
          while (!mine.settled) {
            commitWaiting();
          }
        } finally {
          committing.set(false);
          wakeNext();
        }
      } else {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (byAnother) {
      waited.accept(nanos.getAsLong() - began);
    }
    mine.throwFailure();
  }

  /** Counts the waiting writes, those in the current commit included; takes no lock. */
  public int unsettled() {
    return waiting.size() + underWay;
  }

  private void wakeNext() {
    Waiting next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next.caller);
    }
  }

  private void commitWaiting() {
    awaitCompany();
    List<W> together = new ArrayList<>();
    W next;
    while (together.size() < MAX_TOGETHER && (next = waiting.poll()) != null) {
      together.add(next);
    }
    underWay = together.size();
    lastTogether = 0;
    long begun = nanos.getAsLong();
    try {
      commit.accept(together);
      lastTogether = together.size();
      lastNanos = nanos.getAsLong() - begun;
    } catch (RuntimeException | Error e) {
      together.forEach(write -> write.fail(e));
    } finally {
      underWay = 0;
      together.forEach(Waiting::settle);
    }
  }

  /**
   * Waits for the threads that were just served. The committing thread is the first to have more to
   * write, and would go to the disk alone while all others wait for it. Takes at most half the time
   * of the last commit, and at most 5 ms, in case that one stalled. After a failed commit there is
   * no wait.
   */
  private void awaitCompany() {
    if (lastTogether > 1) {
      long end = nanos.getAsLong() + Math.min(lastNanos / 2, MAX_COMPANY_NANOS);
      while (waiting.size() < lastTogether && nanos.getAsLong() - end < 0) {
        LockSupport.parkNanos(this, GLANCE_NANOS);
      }
    }
  }
}

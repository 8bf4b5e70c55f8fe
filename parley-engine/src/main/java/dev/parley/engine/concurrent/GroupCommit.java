package dev.parley.engine.concurrent;

import dev.parley.problem.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commits together what many threads write to one thing. What comes while a commit is under way
 * waits for the next one: what a commit costs is mostly its way to the disk.
 *
 * <p>There is no thread of its own: one of the callers commits for all that wait, and no two commit
 * at a time.
 *
 * @param <W> what is written
 * @see <a href="https://doi.org/10.1145/1810479.1810540">Hendler, Incze, Shavit, Tzafrir: Flat
 *     combining and the synchronization-parallelism tradeoff, SPAA 2010</a>
 */
public final class GroupCommit<W extends GroupCommit.Waiting> {
  private static final int MAX_TOGETHER = 64;
  private static final long GLANCE_NANOS = 20_000;

  /** One write and the thread that waits for it. */
  public abstract static class Waiting {
    private final Thread caller = Thread.currentThread();
    private @Nullable Throwable failure;
    private volatile boolean settled;

    /** A write of this thread. */
    protected Waiting() {}

    /** Has its caller get {@code why}; null where it is to be tried once more. */
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
  private final Queue<W> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean committing = new AtomicBoolean();

  // Of the last commit; read and written by whoever commits.
  private int lastTogether;
  private long lastNanos;

  /** How many are being committed; written by whoever commits. */
  private volatile int underWay;

  /**
   * Commits with {@code commit}, up to 64 at a time.
   *
   * @param commit what it throws all of them get
   */
  public GroupCommit(Consumer<List<W>> commit) {
    this.commit = commit;
  }

  /** Returns when {@code own} is committed, or throws why it is not. */
  public void commit(W own) {
    Waiting mine = own;
    waiting.add(own);
    boolean interrupted = false;
    while (!mine.settled) {
      if (committing.compareAndSet(false, true)) {
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
    mine.throwFailure();
  }

  /** How many writes wait, those included that are being committed; asks no lock. */
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
    long begun = System.nanoTime();
    try {
      commit.accept(together);
    } catch (RuntimeException | Error e) {
      together.forEach(write -> write.fail(e));
    } finally {
      lastTogether = together.size();
      lastNanos = System.nanoTime() - begun;
      underWay = 0;
      together.forEach(Waiting::settle);
    }
  }

  /**
   * Lets those come back who were just served: whoever commits is the first to have more to write,
   * and would go to the disk alone while all the others wait for it. Takes no longer than half of
   * what the last commit took.
   */
  private void awaitCompany() {
    if (lastTogether > 1) {
      long end = System.nanoTime() + lastNanos / 2;
      while (waiting.size() < lastTogether && System.nanoTime() - end < 0) {
        LockSupport.parkNanos(this, GLANCE_NANOS);
      }
    }
  }
}

package dev.parley.engine.session;

import dev.parley.ParleyException;
import dev.parley.engine.persistence.ConstraintViolated;
import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.persistence.WriteConflict;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Commits the changes of one session. Those that wait while a commit is under way are committed
 * together, in one transaction: what a commit costs is mostly its way to the disk.
 *
 * <p>There is no thread of its own: one of the callers commits for all that wait.
 *
 * @see <a href="https://doi.org/10.1145/1810479.1810540">Hendler, Incze, Shavit, Tzafrir: Flat
 *     combining and the synchronization-parallelism tradeoff, SPAA 2010</a>
 */
final class SessionWriter {
  private static final int MOST_TOGETHER = 64;
  private static final int ATTEMPTS = 8;
  private static final long GLANCE_NANOS = 20_000;

  private final Transactions transactions;
  private final String session;
  private final InstantSource clock;
  private final SessionLimits limits;
  private final Runnable onChange;
  private final Queue<PendingWrite<?>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean committing = new AtomicBoolean();

  // Of the last commit; read and written by whoever commits.
  private int lastTogether;
  private long lastNanos;

  SessionWriter(
      Transactions transactions,
      String session,
      InstantSource clock,
      SessionLimits limits,
      Runnable onChange) {
    this.transactions = transactions;
    this.session = session;
    this.clock = clock;
    this.limits = limits;
    this.onChange = onChange;
  }

  /** Returns when {@code write} is committed, or throws why it is not. */
  <T> T commit(StagedWrite<T> write) {
    PendingWrite<T> own = new PendingWrite<>(write);
    waiting.add(own);
    boolean interrupted = false;
    while (!own.isSettled()) {
      if (committing.compareAndSet(false, true)) {
        try {
          while (!own.isSettled()) {
            commitWaiting();
          }
        } finally {
          committing.set(false);
          PendingWrite<?> next = waiting.peek();
          if (next != null) {
            next.wakeCaller();
          }
        }
      } else {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return own.outcome();
  }

  private void commitWaiting() {
    awaitCompany();
    List<PendingWrite<?>> together = new ArrayList<>();
    PendingWrite<?> next;
    while (together.size() < MOST_TOGETHER && (next = waiting.poll()) != null) {
      together.add(next);
    }
    long begun = System.nanoTime();
    try {
      commit(together);
    } catch (ConstraintViolated oneOfThem) {
      together.forEach(this::commitAlone);
    } catch (RuntimeException | Error e) {
      together.forEach(write -> write.fail(e));
    } finally {
      lastTogether = together.size();
      lastNanos = System.nanoTime() - begun;
      together.forEach(PendingWrite::settle);
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

  private void commitAlone(PendingWrite<?> write) {
    try {
      commit(List.of(write));
    } catch (RuntimeException | Error e) {
      write.fail(e);
    }
  }

  private void commit(List<PendingWrite<?>> together) {
    for (int attempt = 1; ; attempt++) {
      try {
        boolean changed =
            transactions.call(
                entities -> {
                  Writing writing =
                      Writing.locked(entities, session, clock.millis(), limits, together.size());
                  together.forEach(write -> write.begin(writing));
                  writing.sendLate();
                  together.forEach(write -> write.goOn(writing));
                  writing.finish();
                  return writing.hasChanged();
                });
        if (changed) {
          onChange.run();
        }
        return;
      } catch (WriteConflict another) {
        if (attempt == ATTEMPTS) {
          throw new ParleyException(new Unavailable("The session", Duration.ofSeconds(1)));
        }
      }
    }
  }
}

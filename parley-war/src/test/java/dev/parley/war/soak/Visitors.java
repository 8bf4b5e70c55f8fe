package dev.parley.war.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that come to the server and leave it, until they are closed. */
final class Visitors implements AutoCloseable {
  private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private final Problems problems;
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "soak-timer");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean closed;

  /** One visit. */
  interface Visit {
    /** Comes and leaves again; a failure is a problem of the run. */
    void run() throws Exception;
  }

  Visitors(Problems problems) {
    this.problems = problems;
  }

  Problems problems() {
    return problems;
  }

  boolean isClosed() {
    return closed;
  }

  /** Has a thread make one visit after the other, with a pause between. */
  void add(String name, Visit visit, long pauseMillis) {
    Thread thread = new Thread(() -> visitAgainAndAgain(name, visit, pauseMillis), "soak-" + name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Runs something after a while, where it is not canceled before. */
  ScheduledFuture<?> after(long millis, Runnable work) {
    return timer.schedule(work, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
    try {
      for (Thread thread : threads) {
        thread.join(END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    timer.shutdownNow();
  }

  private void visitAgainAndAgain(String name, Visit visit, long pauseMillis) {
    while (!closed) {
      long begun = System.nanoTime();
      try {
        visit.run();
      } catch (Exception e) {
        problems.add(name + ": " + e, begun);
      }
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
      for (long left = 1; left > 0 && !closed; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }
}

package dev.parley.engine.concurrent;

import dev.parley.engine.logging.Masking;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An executor of the application, for tasks of Parley. It is never shut down here, and it is not
 * relied on: a thread of Parley watches it, and what it rejects or leaves waiting runs on further
 * threads of Parley. The same thread says when timers are due.
 *
 * <p>The executor gets tasks from a thread of the JDK, below calls of the JDK alone. A thread that
 * it makes then inherits nothing of Parley. By the protection domains of the calls on the stack,
 * and by inheritable variables of the server, it would keep a deployment for as long as it lives.
 *
 * <p>The watch runs while there are pools that are not shut down. Safe for any thread.
 */
public final class SharedExecutor {
  private static final System.Logger LOG = System.getLogger(SharedExecutor.class.getName());
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LOG_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /**
   * The threads that give tasks to the executor; the calling one where the JVM has none. They
   * inherit nothing.
   */
  private static final Executor OUTSIDE =
      ForkJoinPool.getCommonPoolParallelism() > 0 ? ForkJoinPool.commonPool() : Runnable::run;

  private final ExecutorService executor;
  private final @Nullable ClassLoader context = Thread.currentThread().getContextClassLoader();
  private final List<SharedPool> watched = new CopyOnWriteArrayList<>();
  private volatile @Nullable Thread watch; // written while this is held
  private long loggedAt = System.nanoTime() - LOG_EVERY_NANOS; // guarded by this

  /** Makes pools whose tasks run with the context class loader that the calling thread has now. */
  public SharedExecutor(ExecutorService executor) {
    this.executor = executor;
  }

  /**
   * Returns a pool with a queue and a bound of its own on this executor. Its shutdown ends its
   * tasks and nothing else.
   *
   * @param threads the maximum number of tasks that run at a time; with one, they run in order
   */
  public ScheduledExecutorService pool(String name, int threads) {
    SharedPool pool = new SharedPool(this, name, threads);
    watched.add(pool);
    synchronized (this) {
      if (watch == null) {
        Thread began = thread("parley-watch", this::watch);
        watch = began;
        began.start();
      }
    }
    return pool;
  }

  private Thread thread(String name, Runnable work) {
    Thread thread = DaemonThreads.of(name, work);
    thread.setContextClassLoader(context);
    return thread;
  }

  private void watch() {
    while (isNeeded()) {
      long now = System.nanoTime();
      watched.removeIf(pool -> !pool.look(now));
      long next = LOOK_EVERY_NANOS;
      for (SharedPool pool : watched) {
        next = Math.min(next, pool.untilNextTimer());
      }
      LockSupport.parkNanos(this, Math.max(1, next));
    }
  }

  private synchronized boolean isNeeded() {
    if (watched.isEmpty()) {
      watch = null;
    }
    return watch != null;
  }

  /** Has the watch look again before a timer is due. */
  void watchFor(long nanos) {
    if (nanos < LOOK_EVERY_NANOS) {
      LockSupport.unpark(watch);
    }
  }

  /**
   * Gives a task to the executor. The reference that its queue has to Parley ends with the task, or
   * with the cancellation of both the task and the result.
   *
   * @param task of a class of the JDK, and throws nothing
   * @param rejected called where the executor does not take it
   */
  Future<?> execute(Runnable task, Runnable rejected) {
    Consumer<Throwable> refused =
        failure -> {
          log("An executor of the application rejected a task", Masking.message(failure));
          rejected.run();
        };
    CompletableFuture<Boolean> begin = new CompletableFuture<>();
    CompletableFuture<Void> given = begin.thenRunAsync(task, executor);
    CompletableFuture<Void> unused =
        given.whenComplete(
            (done, failure) -> {
              if (failure != null && !given.isCancelled()) {
                refused.accept(failure.getCause() == null ? failure : failure.getCause());
              }
            });
    // The supplier has returned when the thread of the JDK gives the task to the executor.
    CompletableFuture<Boolean> unusedToo = begin.completeAsync(() -> true, OUTSIDE);
    return given;
  }

  /** Runs {@code task} on a thread of its own. */
  void runAside(String name, Runnable task) {
    thread(name + "-aside", task).start();
  }

  /** Runs {@code task} on the current thread, with the context of Parley. */
  void runInContext(Runnable task) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(context);
    try {
      task.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Logs that a lane of a pool was left waiting, as a busy machine does too. */
  void logLate(String pool) {
    log("An executor of the application is late", pool);
  }

  /**
   * Logs the first of the failures of a minute, and the others for debugging. None is a warning,
   * since nothing is lost: a server rejects tasks while it ends.
   */
  private synchronized void log(String failure, String detail) {
    long now = System.nanoTime();
    boolean isFirst = now - loggedAt >= LOG_EVERY_NANOS;
    loggedAt = isFirst ? now : loggedAt;
    LOG.log(
        isFirst ? System.Logger.Level.INFO : System.Logger.Level.DEBUG,
        "{0}; tasks run on threads of Parley for the next seconds: {1}",
        failure,
        detail);
  }
}

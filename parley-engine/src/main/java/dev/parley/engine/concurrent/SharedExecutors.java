package dev.parley.engine.concurrent;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.parley.engine.logging.Masking;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Executors of the application, for tasks of Parley. They are never shut down here, and they are
 * not relied on: a thread of Parley watches them, and what they reject or leave waiting runs on
 * further threads of Parley. That thread also finds the timers that are due, unless a scheduler of
 * the application says so.
 *
 * <p>The watch runs while there are pools that are not shut down. Safe for any thread.
 */
public final class SharedExecutors {
  private static final System.Logger LOG = System.getLogger(SharedExecutors.class.getName());
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LOG_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** The time without alarms after one that was late or rejected. */
  private static final long AVOIDED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ExecutorService executor;
  private final Optional<ScheduledExecutorService> scheduler;
  private final @Nullable ClassLoader context = Thread.currentThread().getContextClassLoader();
  private final List<SharedPool> watched = new CopyOnWriteArrayList<>();
  private volatile @Nullable Thread watch; // written while this is held
  private volatile long avoidedUntil = System.nanoTime();
  private long loggedAt = System.nanoTime() - LOG_EVERY_NANOS; // guarded by this

  /**
   * Makes pools whose tasks run with the context class loader that the calling thread has now.
   *
   * @param scheduler says when timers are due; empty for the thread that watches
   */
  public SharedExecutors(ExecutorService executor, Optional<ScheduledExecutorService> scheduler) {
    this.executor = executor;
    this.scheduler = scheduler;
  }

  /**
   * Returns a pool with a queue and a bound of its own on these executors. Its shutdown ends its
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
      LockSupport.parkNanos(this, untilNextTimer());
    }
  }

  /** Returns the time until the next look: at most its interval, less where a timer is due. */
  private long untilNextTimer() {
    long next = LOOK_EVERY_NANOS;
    if (!isAlarmed()) {
      for (SharedPool pool : watched) {
        next = Math.min(next, pool.untilNextTimer());
      }
    }
    return Math.max(1, next);
  }

  /** Has the watch look again before a timer is due. */
  void watchFor(long nanos) {
    if (nanos < LOOK_EVERY_NANOS) {
      LockSupport.unpark(watch);
    }
  }

  /** Returns true while the scheduler says when timers are due. */
  boolean isAlarmed() {
    return scheduler.isPresent() && System.nanoTime() - avoidedUntil >= 0;
  }

  /** Leaves the timers of the next seconds to the watch. */
  void avoidAlarms() {
    avoidedUntil = System.nanoTime() + AVOIDED_NANOS;
  }

  private synchronized boolean isNeeded() {
    if (watched.isEmpty()) {
      watch = null;
    }
    return watch != null;
  }

  /** Returns false where the executor takes no task. */
  boolean execute(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RuntimeException rejected) {
      log(WARNING, "An executor of the application rejected a task", Masking.message(rejected));
      return false;
    }
  }

  /** Runs {@code task} after a time; null where the scheduler takes no task. */
  @Nullable Future<?> schedule(Runnable task, long nanos) {
    try {
      return scheduler.orElseThrow().schedule(task, nanos, TimeUnit.NANOSECONDS);
    } catch (RuntimeException rejected) {
      avoidAlarms();
      log(WARNING, "A scheduler of the application rejected a task", Masking.message(rejected));
      return null;
    }
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
    log(INFO, "An executor of the application is late", pool);
  }

  /** Logs the first of the failures of a minute at {@code level}, and the others for debugging. */
  private synchronized void log(System.Logger.Level level, String failure, String detail) {
    long now = System.nanoTime();
    boolean isFirst = now - loggedAt >= LOG_EVERY_NANOS;
    loggedAt = isFirst ? now : loggedAt;
    LOG.log(
        isFirst ? level : System.Logger.Level.DEBUG,
        "{0}; tasks run on threads of Parley for the next seconds: {1}",
        failure,
        detail);
  }
}

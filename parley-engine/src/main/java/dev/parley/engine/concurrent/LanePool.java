package dev.parley.engine.concurrent;

import dev.parley.engine.logging.Masking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool on an executor of the application. Its tasks wait in a queue of its own, in their
 * order. The executor gets lanes: a lane runs tasks of the queue one after another.
 *
 * <p>The executor has at most one lane that has not begun, and few that run, since tasks may block.
 * A lane that it rejects runs aside, on a thread of Parley, and so does a further one where a task
 * has waited longer than {@link #PATIENCE}.
 */
class LanePool extends AbstractExecutorService {
  private static final System.Logger LOG = System.getLogger(LanePool.class.getName());

  /** The longest wait of a task for the executor, and of a timer for the scheduler. */
  static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(200);

  /** The time for which all lanes run aside after the executor was late or rejected one. */
  private static final long AVOIDED = TimeUnit.SECONDS.toNanos(10);

  /** The maximum number of lanes that run on the executor. */
  private static final int MAX_SHARED = 2;

  /** The number of tasks after which a lane lets other tasks of the executor run. */
  private static final int MAX_TURN = 64;

  /** A task that can run, and the time since when. */
  private record Ready(Runnable task, long since) {}

  private final SharedExecutor executor;
  private final String name;
  private final int threads;

  // All guarded by this.
  private final Deque<Ready> ready = new ArrayDeque<>();
  private final Set<Thread> busy = new HashSet<>();
  private @Nullable Lane waiting;
  private int running;
  private int runningShared;
  private long avoidedUntil = System.nanoTime();
  private boolean shutdown;

  LanePool(SharedExecutor executor, String name, int threads) {
    this.executor = executor;
    this.name = name;
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      if (shutdown) {
        throw new RejectedExecutionException(name + " is shut down");
      }
      ready.add(new Ready(task, System.nanoTime()));
    }
    addLane();
  }

  /** Adds a lane where a task waits that no other one is about to run. */
  private void addLane() {
    Lane lane = null;
    synchronized (this) {
      if (ready.isEmpty() || waiting != null || running >= threads) {
        return;
      }
      if (System.nanoTime() - avoidedUntil < 0) {
        running++;
      } else if (runningShared >= MAX_SHARED) {
        return; // one of these goes on with the task, or the watch finds it
      } else {
        lane = new Lane();
        waiting = lane;
      }
    }
    if (lane == null) {
      executor.runAside(name, () -> runLane(false));
    } else {
      submit(lane);
    }
  }

  private void submit(Lane lane) {
    Future<?> given =
        executor.execute(
            lane.task,
            () -> {
              if (revoke(lane)) {
                executor.runAside(name, () -> runLane(false));
              }
            });
    synchronized (this) {
      lane.given = given;
      if (waiting != lane) {
        lane.forget();
      }
    }
  }

  /** Takes a lane back that has not begun, for one aside. */
  private synchronized boolean revoke(Lane lane) {
    if (waiting != lane) {
      return false;
    }
    waiting = null;
    running++;
    avoidedUntil = System.nanoTime() + AVOIDED;
    return true;
  }

  /** A lane for the executor. */
  private final class Lane implements Runnable {
    /** The task that the executor has. It lets go of the lane when it is cancelled. */
    private final FutureTask<?> task = new FutureTask<>(this, null);

    private @Nullable Future<?> given; // guarded by the pool

    /** Ends the reference that the executor has, if the lane has not begun. */
    void forget() {
      task.cancel(false);
      if (given != null) {
        given.cancel(false);
      }
    }

    @Override
    public void run() {
      synchronized (LanePool.this) {
        if (waiting != this) {
          return;
        }
        waiting = null;
        running++;
        runningShared++;
      }
      executor.runInContext(() -> runLane(true));
    }
  }

  private void runLane(boolean isShared) {
    try {
      for (int i = 0; !isShared || i < MAX_TURN; i++) {
        Runnable task = next();
        if (task == null) {
          return;
        }
        addLane();
        run(task);
      }
    } finally {
      ended(isShared);
      addLane();
    }
  }

  private synchronized @Nullable Runnable next() {
    Ready next = ready.poll();
    if (next == null) {
      return null;
    }
    busy.add(Thread.currentThread());
    return next.task;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "A task of " + name + " failed.", Masking.trace(e));
    } finally {
      synchronized (this) {
        if (!busy.remove(Thread.currentThread())) {
          boolean unused = Thread.interrupted(); // by shutdownNow; the thread is not Parley's
        }
      }
    }
  }

  private synchronized void ended(boolean isShared) {
    running--;
    runningShared -= isShared ? 1 : 0;
    if (shutdown && ready.isEmpty()) {
      forgetLane();
    }
    notifyAll();
  }

  private void forgetLane() {
    Lane lane = waiting;
    waiting = null;
    if (lane != null) {
      lane.forget();
    }
  }

  /**
   * Runs a task aside that has waited for too long.
   *
   * @return false once nothing has to be watched
   */
  boolean look(long now) {
    synchronized (this) {
      Ready first = ready.peek();
      if (first == null) {
        return !shutdown;
      }
      if (now - first.since < PATIENCE || running >= threads) {
        return true;
      }
      if (waiting != null) {
        forgetLane();
        avoidedUntil = now + AVOIDED;
        executor.logLate(name);
      }
      running++;
    }
    executor.runAside(name, () -> runLane(false));
    return true;
  }

  @Override
  public synchronized void shutdown() {
    shutdown = true;
    if (ready.isEmpty()) {
      forgetLane();
    }
    notifyAll();
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    List<Runnable> left = new ArrayList<>();
    ready.forEach(task -> left.add(task.task));
    ready.clear();
    shutdown();
    busy.forEach(Thread::interrupt);
    busy.clear();
    return left;
  }

  @Override
  public synchronized boolean isShutdown() {
    return shutdown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutdown && ready.isEmpty() && running == 0;
  }

  @Override
  public synchronized boolean awaitTermination(long timeout, TimeUnit unit)
      throws InterruptedException {
    long until = System.nanoTime() + unit.toNanos(timeout);
    while (!isTerminated()) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}

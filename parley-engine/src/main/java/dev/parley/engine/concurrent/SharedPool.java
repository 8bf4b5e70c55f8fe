package dev.parley.engine.concurrent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A pool with timers. The watch finds those that are due, which then wait with the other tasks. */
final class SharedPool extends LanePool implements ScheduledExecutorService {
  private final SharedExecutor executor;

  /** The time that due times are compared by, since {@link System#nanoTime} may overflow. */
  private final long epoch = System.nanoTime();

  private final Queue<Timer<?>> timers =
      new PriorityQueue<>(Comparator.comparingLong(timer -> timer.due - epoch)); // guarded by this

  SharedPool(SharedExecutor executor, String name, int threads) {
    super(executor, name, threads);
    this.executor = executor;
  }

  /** A task for a time, or for many. */
  private final class Timer<V> extends FutureTask<V> implements ScheduledFuture<V> {
    private final long period;
    private long due; // changed while it is in no queue

    Timer(Callable<V> task, long due, long period) {
      super(task);
      this.due = due;
      this.period = period;
    }

    /** Runs, and is due again where it repeats; a negative period begins at the end of a run. */
    @Override
    public void run() {
      if (period == 0) {
        super.run();
      } else if (runAndReset()) {
        due = (period > 0 ? due : System.nanoTime()) + Math.abs(period);
        if (!add(this)) {
          cancel(false);
        }
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      remove(this);
      return super.cancel(mayInterrupt);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return schedule(Executors.callable(task), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return begun(task, unit.toNanos(delay), 0);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long delay, long period, TimeUnit unit) {
    return begun(Executors.callable(task), unit.toNanos(delay), unit.toNanos(period));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long delay, long pause, TimeUnit unit) {
    return begun(Executors.callable(task), unit.toNanos(delay), -unit.toNanos(pause));
  }

  private <V> Timer<V> begun(Callable<V> task, long delay, long period) {
    Timer<V> timer = new Timer<>(task, System.nanoTime() + Math.max(0, delay), period);
    if (!add(timer)) {
      throw new RejectedExecutionException("the pool is shut down");
    }
    return timer;
  }

  private boolean add(Timer<?> timer) {
    synchronized (this) {
      if (isShutdown()) {
        return false;
      }
      timers.add(timer);
    }
    executor.watchFor(timer.getDelay(TimeUnit.NANOSECONDS));
    return true;
  }

  private synchronized void remove(Timer<?> timer) {
    timers.remove(timer);
  }

  /** Returns the time until the next timer is due. */
  synchronized long untilNextTimer() {
    Timer<?> next = timers.peek();
    return next == null ? Long.MAX_VALUE : next.due - System.nanoTime();
  }

  /** Makes the timers ready that are due. */
  private void makeReady(long now) {
    List<Timer<?>> due = new ArrayList<>();
    synchronized (this) {
      while (!timers.isEmpty() && timers.peek().due - now <= 0) {
        due.add(timers.remove());
      }
    }
    try {
      due.forEach(this::execute);
    } catch (RejectedExecutionException ended) {
      due.forEach(timer -> timer.cancel(false));
    }
  }

  @Override
  boolean look(long now) {
    makeReady(now);
    return super.look(now);
  }

  @Override
  public synchronized void shutdown() {
    super.shutdown();
    List<Timer<?>> left = List.copyOf(timers);
    timers.clear();
    left.forEach(timer -> timer.cancel(false));
  }
}

package dev.parley.engine.topic;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.concurrent.SharedExecutor;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that drain readers. Network sinks never wait, so few threads serve them all, and
 * fewer threads gather more into one write. Listeners are user code and may wait: their threads
 * grow in number while no drain gets through.
 */
public final class DeliveryExecutor implements AutoCloseable {
  private static final int MAX_LISTENER_THREADS = 512;

  private final ExecutorService network;
  private final ExecutorService listeners;

  /** The listeners' own threads; null on an executor of the application, which is watched. */
  private final @Nullable ThreadPoolExecutor growing;

  private final int calmThreads;
  private long finishedBefore;

  /**
   * Starts no thread until there is something to drain.
   *
   * @param threads for network sinks, and for listeners that do not wait
   */
  public DeliveryExecutor(int threads) {
    this(threads, Optional.empty());
  }

  /**
   * The same with the listeners on an executor of the application, where there is one. Network
   * sinks never wait, and have threads of their own in any case.
   *
   * @param shared the executor; empty for threads of its own
   */
  public DeliveryExecutor(int threads, Optional<SharedExecutor> shared) {
    calmThreads = threads;
    network = Executors.newFixedThreadPool(threads, DaemonThreads.numbered("parley-drain"));
    if (shared.isPresent()) {
      listeners = shared.get().pool("parley-listener", MAX_LISTENER_THREADS);
      growing = null;
      return;
    }
    growing =
        new ThreadPoolExecutor(
            threads,
            MAX_LISTENER_THREADS,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            DaemonThreads.numbered("parley-listener"));
    listeners = growing;
  }

  /** Returns the executor of sinks that never wait. */
  public Executor network() {
    return quietOnceClosed(network);
  }

  /** Returns the executor of user code. */
  public Executor listeners() {
    return quietOnceClosed(listeners);
  }

  /**
   * Adds a thread where listeners occupy all there are; to be called every few milliseconds. On an
   * executor of the application, which is watched, it does nothing.
   */
  public void relieve() {
    ThreadPoolExecutor pool = growing;
    if (pool == null) {
      return;
    }
    long finished = pool.getCompletedTaskCount();
    boolean stalled = finished == finishedBefore && !pool.getQueue().isEmpty();
    int threads = pool.getCorePoolSize();
    if (stalled && threads < MAX_LISTENER_THREADS) {
      pool.setCorePoolSize(threads + 1);
    } else if (!stalled && threads > calmThreads && pool.getActiveCount() < threads / 2) {
      pool.setCorePoolSize(threads - 1);
    }
    finishedBefore = finished;
  }

  /** Stops the threads; waits at most a second for a drain under way. */
  @Override
  public void close() {
    network.shutdown();
    listeners.shutdown();
    try {
      boolean ended = network.awaitTermination(1, TimeUnit.SECONDS);
      if (!ended || !listeners.awaitTermination(200, TimeUnit.MILLISECONDS)) {
        network.shutdownNow();
        listeners.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Executor quietOnceClosed(ExecutorService pool) {
    return work -> {
      try {
        pool.execute(work);
      } catch (RejectedExecutionException e) {
        if (!pool.isShutdown()) {
          throw e;
        }
      }
    };
  }
}

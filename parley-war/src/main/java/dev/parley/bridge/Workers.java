package dev.parley.bridge;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that carry requests to the server, made when needed; none keeps the program alive.
 */
final class Workers implements ThreadFactory {
  private static final int MAX_COUNT = 64;
  private static final long STACK_BYTES = 256 * 1024;

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(0, MAX_COUNT, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), this);

  /** Begins the work in a thread; false if all are busy. */
  boolean begin(Runnable work) {
    try {
      pool.execute(work);
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(null, work, "parley-mcp", STACK_BYTES, false);
    thread.setDaemon(true);
    return thread;
  }
}

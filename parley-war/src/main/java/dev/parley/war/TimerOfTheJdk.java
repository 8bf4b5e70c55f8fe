package dev.parley.war;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The thread of the JDK behind {@link CompletableFuture#orTimeout}. The first use in a JVM starts
 * it, and it runs for as long as the JVM. It keeps the class loaders of the code that started it,
 * by its context class loader and by the protection domains of the calls on the stack.
 */
final class TimerOfTheJdk {
  private static final long MAX_WAIT_SECONDS = 1;

  private TimerOfTheJdk() {}

  /**
   * Starts it on a thread of the JDK, below calls of the JDK alone. A deployment of an application
   * server calls this before anything else uses it.
   */
  static void startOutside() {
    if (ForkJoinPool.getCommonPoolParallelism() == 0) {
      return; // the JVM was told to have no such threads
    }
    Executor delayed = CompletableFuture.delayedExecutor(1, TimeUnit.NANOSECONDS);
    CompletableFuture<Boolean> begin = new CompletableFuture<>();
    CompletableFuture<Void> started = begin.thenRunAsync(() -> {}, delayed);
    // The supplier has returned when the pool's thread gives what follows to the timer.
    CompletableFuture<Boolean> unused =
        begin.completeAsync(() -> Boolean.TRUE, ForkJoinPool.commonPool());
    try {
      started.get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException poolIsBusy) {
      // Its first use starts it, and this deployment may be kept.
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.parley.engine.concurrent;

import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Periodic work on threads of its own or of the application. Work that fails is repeated all the
 * same.
 */
public final class PeriodicTasks {
  private static final System.Logger LOG = System.getLogger(PeriodicTasks.class.getName());

  private final String name;
  private final ScheduledExecutorService clock;

  /**
   * Makes tasks that begin with {@link #every}.
   *
   * @param name the name of the threads, which a log line about a failure has too
   * @param threads the maximum number of tasks that run at a time
   */
  public PeriodicTasks(String name, int threads) {
    this(name, threads, Optional.empty());
  }

  /**
   * The same on an executor of the application, where there is one.
   *
   * @param shared the executor; empty for threads of its own
   */
  public PeriodicTasks(String name, int threads, Optional<SharedExecutor> shared) {
    this.name = name;
    this.clock =
        shared
            .map(executor -> executor.pool(name, threads))
            .orElseGet(() -> Executors.newScheduledThreadPool(threads, DaemonThreads.named(name)));
  }

  /**
   * Runs {@code work} for the first time after {@code millis}, and then that long after its end.
   */
  public void every(long millis, Runnable work) {
    var unused =
        clock.scheduleWithFixedDelay(
            () -> run(millis, work), millis, millis, TimeUnit.MILLISECONDS);
  }

  private void run(long millis, Runnable work) {
    try {
      work.run();
    } catch (ParleyException refused) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "Periodic task of " + name + " refused; retrying in " + millis + " ms.",
          Masking.trace(refused));
    } catch (RuntimeException | Error e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Periodic task of " + name + " failed; retrying in " + millis + " ms.",
          Masking.trace(e));
    }
  }

  /** Starts no further work. */
  public void end() {
    clock.shutdown();
  }

  /** Starts no further work, and interrupts the work under way. */
  public void endNow() {
    clock.shutdownNow();
  }

  /**
   * Waits for the work under way, and interrupts it after {@code timeout}.
   *
   * @return false if this thread was interrupted while it waited, which it still is then
   */
  public boolean awaitEnd(Duration timeout) {
    try {
      if (!clock.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        clock.shutdownNow();
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      clock.shutdownNow();
      return false;
    }
  }
}

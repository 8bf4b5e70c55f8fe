package dev.parley.engine;

import dev.parley.problem.ParleyException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The periodic work of a Parley. Work that fails is repeated all the same. */
final class Sweeps {
  private static final System.Logger LOG = System.getLogger(Sweeps.class.getName());

  /** More threads than there are sweeps that may hang in the database or the backend of rooms. */
  private static final int THREADS = 10;

  private final ScheduledExecutorService sweeper =
      Executors.newScheduledThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "parley-sweeper");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Runs {@code work} for the first time after {@code millis}, and then that long after its end.
   */
  void every(int millis, Runnable work) {
    Runnable again =
        () -> {
          try {
            work.run();
          } catch (ParleyException refused) {
            LOG.log(
                System.Logger.Level.DEBUG, "A sweep was refused; the next one goes on.", refused);
          } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "A sweep failed; the next one goes on.", e);
          }
        };
    ScheduledFuture<?> unused =
        sweeper.scheduleWithFixedDelay(again, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Starts no further work. */
  void end() {
    sweeper.shutdown();
  }

  /** Waits for the work under way, and interrupts it after {@code patience}. */
  void awaitEnd(Duration patience) {
    try {
      if (!sweeper.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        sweeper.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      sweeper.shutdownNow();
    }
  }
}

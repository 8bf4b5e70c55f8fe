package dev.parley.war;

import dev.parley.Parley;
import dev.parley.engine.failover.NodeInUse;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Opens the Parley of a deployment on a thread of its own. After a failure that may go away it
 * tries again, with pauses that double up to a limit, until it succeeds or is closed.
 */
final class ParleyOpener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ParleyOpener.class.getName());

  /**
   * The pauses between attempts.
   *
   * @param first the pause after the first failure; zero: no second attempt
   * @param longest the limit of those that follow, each twice the one before
   */
  record Pauses(Duration first, Duration longest) {
    /** The pauses in an application server. */
    static final Pauses DEFAULT = new Pauses(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** One attempt alone, whose failure those report who wait for it. */
    static final Pauses NONE = new Pauses(Duration.ZERO, Duration.ZERO);

    /** Returns true if there is a second attempt. */
    boolean retries() {
      return !first.isZero();
    }

    /** Returns the pause that follows {@code pause}. */
    Duration after(Duration pause) {
      Duration twice = pause.multipliedBy(2);
      return twice.compareTo(longest) < 0 ? twice : longest;
    }
  }

  private final Supplier<Parley> opening;
  private final Pauses pauses;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::open, "parley-open");
  private volatile CompletableFuture<Parley> outcome = new CompletableFuture<>();

  /**
   * Makes an opener that is not started.
   *
   * @param opening opens the Parley, or throws
   */
  ParleyOpener(Supplier<Parley> opening, Pauses pauses) {
    this.opening = opening;
    this.pauses = pauses;
    thread.setContextClassLoader(ParleyOpener.class.getClassLoader());
    thread.setDaemon(true);
  }

  /** Begins the first attempt. */
  void start() {
    thread.start();
  }

  /**
   * Returns the outcome so far: pending until the first attempt ends, then failed until a later one
   * succeeds. Nobody waits for a later attempt.
   */
  CompletableFuture<Parley> outcome() {
    return outcome;
  }

  /** Waits until the first attempt has ended, for at most {@code longest}. */
  void awaitFirst(Duration longest) {
    try {
      Parley unused = outcome.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException notYet) {
      // the next attempt follows, or this one goes on
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void open() {
    Duration pause = pauses.first();
    String logged = "";
    for (int attempt = 1; ; attempt++) {
      try {
        opened(opening.get(), attempt);
        return;
      } catch (RuntimeException | Error failure) {
        boolean again = pauses.retries() && !isRefusal(failure) && closed.getCount() > 0;
        String cause = Masking.message(failure);
        if (pauses.retries() && !cause.equals(logged)) {
          log(cause, again, pause);
          logged = cause;
        }
        LOG.log(System.Logger.Level.DEBUG, "Opening Parley failed.", Masking.trace(failure));
        outcome.completeExceptionally(failure);
        if (!again || isClosedWithin(pause)) {
          return;
        }
        pause = pauses.after(pause);
      }
    }
  }

  private void opened(Parley parley, int attempts) {
    if (!outcome.complete(parley)) {
      outcome = CompletableFuture.completedFuture(parley);
      LOG.log(System.Logger.Level.INFO, "Parley is open, after {0} attempts.", attempts);
    }
  }

  /** Logs a failure, with an ending that says what happens next. */
  private static void log(String cause, boolean again, Duration pause) {
    if (again) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Opening Parley failed; it opens again in {1} s: {0}",
          cause,
          Math.max(1, pause.toSeconds()));
    } else {
      LOG.log(
          System.Logger.Level.ERROR,
          "Opening Parley failed; it stays closed until it is deployed again: {0}",
          cause);
    }
  }

  /**
   * Returns true for a failure that the same settings bring about again: a value that is refused,
   * or a node name that another process has.
   */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof ParleyException refused
        ? refused.problem().code().retry() != ProblemCode.Retry.LATER
        : failure instanceof NodeInUse || failure instanceof IllegalArgumentException;
  }

  private boolean isClosedWithin(Duration pause) {
    try {
      return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Ends the attempts, waiting for the one under way; what it opens is in {@link #outcome}. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}

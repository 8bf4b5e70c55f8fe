package dev.parley.chat;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.OutcomeUnknown;
import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls to a chat system that are repeated while it limits the rate or cannot be reached, up to a
 * deadline in {@link System#nanoTime}. Then they are refused with {@code rate_limited} or {@code
 * unavailable}, and the time of the next try. A new connection ends the wait for the next try.
 */
final class PatientCalls {
  private static final Duration MAX_RETRY = Duration.ofSeconds(30);

  private final String system;
  private final Pace pace = new Pace();
  private final Duration retry;
  private volatile boolean isEnded;

  /** The number of times the system was reached again. Guarded by {@code this}. */
  private long connections;

  /** The time of the newest answer, in {@link System#nanoTime}. */
  private volatile long answeredAt = System.nanoTime();

  PatientCalls(String system, Duration retry) {
    this.system = system;
    this.retry = retry;
  }

  /** The result of {@code call}, which may be carried out more than once. */
  <T> T repeat(long deadline, Supplier<T> call) {
    return repeat(deadline, call, () -> Optional.empty(), false);
  }

  /**
   * Sends a message once.
   *
   * @param send sends it
   * @param sent looks for it among what was sent, where it is not known whether it was
   */
  Original once(long deadline, Supplier<Original> send, Supplier<Optional<Original>> sent) {
    return repeat(
        deadline, send, () -> repeat(deadline, sent, () -> Optional.empty(), true), false);
  }

  /**
   * Repeats a call.
   *
   * @param done looks for the result, where it is not known whether the call was carried out
   * @param isSent whether a call that this one is a part of was sent and not answered
   */
  private <T> T repeat(
      long deadline, Supplier<T> call, Supplier<Optional<T>> done, boolean isSent) {
    Duration wait = retry;
    boolean mayBeDone = isSent;
    for (; ; ) {
      awaitPace(deadline);
      long connection = connection();
      if (isEnded) {
        throw refusal(retry, mayBeDone);
      }
      try {
        T result = call.get();
        answeredAt = System.nanoTime();
        return result;
      } catch (ChatFailure failure) {
        if (failure.kind() == ChatFailure.Kind.REFUSED
            || failure.kind() == ChatFailure.Kind.RATE_LIMITED) {
          answeredAt = System.nanoTime();
        }
        switch (failure.kind()) {
          case REFUSED ->
              throw InvalidArgument.refusal(
                  "room", system + " refused it: " + failure.getMessage());
          case RATE_LIMITED -> pace.limit(failure.retryAfter());
          case UNREACHABLE -> wait = awaitRetry(deadline, wait, connection, mayBeDone);
          case UNKNOWN -> {
            mayBeDone = true;
            Optional<T> result = done.get();
            if (result.isPresent()) {
              return result.get();
            }
            wait = awaitRetry(deadline, wait, connection, mayBeDone);
          }
        }
      }
    }
  }

  private void awaitPace(long deadline) {
    try {
      pace.await(deadline);
    } catch (InterruptedException ended) {
      throw interrupted();
    }
  }

  private synchronized long connection() {
    return connections;
  }

  /** Repeats the calls that wait: the system was reached again. */
  synchronized void connected() {
    connections++;
    notifyAll();
  }

  /**
   * Waits, until there is another connection at most.
   *
   * @param connection the number of the one that the call failed over
   * @return the wait after the next failure
   */
  private Duration awaitRetry(long deadline, Duration wait, long connection, boolean mayBeDone) {
    long end = System.nanoTime() + wait.toNanos();
    if (end - deadline > 0) {
      throw refusal(wait, mayBeDone);
    }
    try {
      synchronized (this) {
        for (long left = wait.toNanos(); left > 0; left = end - System.nanoTime()) {
          if (connections != connection) {
            return retry;
          }
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      }
    } catch (InterruptedException ended) {
      throw interrupted();
    }
    Duration next = wait.multipliedBy(2);
    return next.compareTo(MAX_RETRY) < 0 ? next : MAX_RETRY;
  }

  /** Refuses every call from now on, and each repeat of one under way. */
  void end() {
    isEnded = true;
  }

  private ParleyException refusal(Duration wait, boolean mayBeDone) {
    return mayBeDone ? new ParleyException(new OutcomeUnknown(system, wait)) : unavailable(wait);
  }

  /** The refusal of a call that may succeed after {@code wait}. */
  ParleyException unavailable(Duration wait) {
    return new ParleyException(new Unavailable(system, wait));
  }

  /**
   * The refusal of a call that waited for those before it: the system is away where it has answered
   * none meanwhile.
   *
   * @param wait the time that it waited, after which it may succeed
   */
  ParleyException busy(Duration wait) {
    boolean isAnswered = System.nanoTime() - answeredAt < wait.toNanos();
    return isAnswered ? new ParleyException(new RateLimited(wait)) : unavailable(wait);
  }

  /** The refusal of a call whose thread was interrupted, which it still is. */
  ParleyException interrupted() {
    Thread.currentThread().interrupt();
    return unavailable(retry);
  }
}

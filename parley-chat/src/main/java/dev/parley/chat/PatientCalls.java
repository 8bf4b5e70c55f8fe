package dev.parley.chat;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Calls to a chat system that are repeated while it limits the rate or cannot be reached, up to a
 * deadline in {@link System#nanoTime}. Then they are refused with {@code rate_limited} or {@code
 * unavailable}, and the time of the next try.
 */
final class PatientCalls {
  private static final Duration MAX_RETRY = Duration.ofSeconds(30);

  private final String system;
  private final Pace pace = new Pace();
  private final Duration retry;
  private volatile boolean isEnded;

  PatientCalls(String system, Duration retry) {
    this.system = system;
    this.retry = retry;
  }

  /** The result of {@code call}, which may be carried out more than once. */
  <T> T repeat(long deadline, Supplier<T> call) {
    return repeat(deadline, call, () -> Optional.empty());
  }

  /**
   * Sends a message once.
   *
   * @param send sends it
   * @param sent looks for it among what was sent, where it is not known whether it was
   */
  Original once(long deadline, Supplier<Original> send, Supplier<Optional<Original>> sent) {
    return repeat(deadline, send, () -> repeat(deadline, sent));
  }

  private <T> T repeat(long deadline, Supplier<T> call, Supplier<Optional<T>> done) {
    Duration wait = retry;
    for (; ; ) {
      awaitPace(deadline);
      if (isEnded) {
        throw unavailable(retry);
      }
      try {
        return call.get();
      } catch (ChatFailure failure) {
        switch (failure.kind()) {
          case REFUSED ->
              throw InvalidArgument.refusal(
                  "room", system + " refused it: " + failure.getMessage());
          case RATE_LIMITED -> pace.limit(failure.retryAfter());
          case UNREACHABLE -> wait = awaitRetry(deadline, wait);
          case UNKNOWN -> {
            Optional<T> result = done.get();
            if (result.isPresent()) {
              return result.get();
            }
            wait = awaitRetry(deadline, wait);
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

  private Duration awaitRetry(long deadline, Duration wait) {
    if (System.nanoTime() + wait.toNanos() - deadline > 0) {
      throw unavailable(wait);
    }
    try {
      Thread.sleep(wait.toMillis());
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

  /** The refusal of a call that may succeed after {@code wait}. */
  ParleyException unavailable(Duration wait) {
    return new ParleyException(new Unavailable(system, wait));
  }

  /** The refusal of a call whose thread was interrupted, which it still is. */
  ParleyException interrupted() {
    Thread.currentThread().interrupt();
    return unavailable(retry);
  }
}

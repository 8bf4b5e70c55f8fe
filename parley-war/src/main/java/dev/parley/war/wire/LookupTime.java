package dev.parley.war.wire;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The least time until the answer that something does not exist, or that a token is wrong. A
 * look-up of what another workspace has takes some microseconds longer than one of what nobody has,
 * because the database reads a row and compares it. Answers that come at one time do not show which
 * it was.
 */
public final class LookupTime {
  /** Several times as long as a look-up takes. */
  public static final Duration MIN = Duration.ofMillis(2);

  private static final String BEGAN = LookupTime.class.getName();

  private LookupTime() {}

  /** Notes that the look-ups of {@code request} begin. */
  public static void begin(HttpServletRequest request) {
    request.setAttribute(BEGAN, System.nanoTime());
  }

  /** Waits for the rest of the least time of a request, where its beginning was noted. */
  public static void await(HttpServletRequest request) {
    if (request.getAttribute(BEGAN) instanceof Long began) {
      await(began);
    }
  }

  /** Waits for the rest of the least time of what began at {@code began}, by the nano clock. */
  public static void await(long began) {
    long left = nanosLeft(began);
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = nanosLeft(began);
    }
  }

  /** Returns the rest of the least time of what began at {@code began}, by the nano clock. */
  public static Duration left(long began) {
    return Duration.ofNanos(Math.max(0, nanosLeft(began)));
  }

  private static long nanosLeft(long began) {
    return MIN.toNanos() - (System.nanoTime() - began);
  }
}

package dev.parley.war.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** A wait that ends as soon as something has become true, and fails after a bound. */
public final class Eventually {
  /** How long a wait lasts where nothing else is said. */
  public static final Duration BOUND = Duration.ofSeconds(20);

  private static final long LOOK_EVERY_NANOS = 2_000_000;

  private Eventually() {}

  /** Returns once {@code isTrue} answers true; looks often, for at most {@link #BOUND}. */
  public static void eventually(String what, Callable<Boolean> isTrue) {
    eventually(what, BOUND, isTrue);
  }

  /** Returns once {@code isTrue} answers true; looks often, for at most {@code bound}. */
  public static void eventually(String what, Duration bound, Callable<Boolean> isTrue) {
    long deadline = System.nanoTime() + bound.toNanos();
    while (!answer(isTrue)) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("did not become true in " + bound + ": " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  /** Fails where {@code isTrue} stops answering true before {@code duration} is over. */
  public static void throughout(String what, Duration duration, Callable<Boolean> isTrue) {
    long end = System.nanoTime() + duration.toNanos();
    while (System.nanoTime() - end < 0) {
      if (!answer(isTrue)) {
        throw new AssertionError("did not stay true for " + duration + ": " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private static boolean answer(Callable<Boolean> isTrue) {
    try {
      return isTrue.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}

package dev.parley;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A wait that ends as soon as something has become true, and fails after a bound. */
public final class Eventually {
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final long LOOK_EVERY_NANOS = 500_000;

  private Eventually() {}

  /** Returns once {@code true} is answered. */
  public static void eventually(String what, BooleanSupplier isTrue) {
    long deadline = System.nanoTime() + BOUND.toNanos();
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("did not become true in " + BOUND.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }
}

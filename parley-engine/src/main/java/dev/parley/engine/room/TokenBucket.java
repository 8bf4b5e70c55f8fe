package dev.parley.engine.room;

import dev.parley.problem.ParleyException;
import dev.parley.problem.RateLimited;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A token bucket: starts full, refills evenly, and a refused take costs nothing. */
public final class TokenBucket {
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final double perSecond;
  private final int burst;
  private final LongSupplier nanos;
  private double tokens;
  private long filledAt;

  TokenBucket(double perSecond, int burst, LongSupplier nanos) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanos = nanos;
    this.tokens = burst;
    this.filledAt = nanos.getAsLong();
  }

  /**
   * Makes a full bucket for rates below one a second.
   *
   * @param perMinute the sustained rate a minute; 1 or more
   * @param burst the capacity
   * @param nanos a monotonic clock in nanoseconds
   */
  public static TokenBucket perMinute(int perMinute, int burst, LongSupplier nanos) {
    return new TokenBucket(perMinute / SECONDS_PER_MINUTE, burst, nanos);
  }

  /**
   * Takes one token.
   *
   * @throws ParleyException {@code rate_limited} where there is none
   */
  public synchronized void take() {
    if (perSecond == 0) {
      return;
    }
    long now = nanos.getAsLong();
    double refill = (now - filledAt) / NANOS_PER_SECOND * perSecond;
    tokens = Math.min(burst, tokens + refill);
    filledAt = now;
    if (tokens < 1) {
      double seconds = (1 - tokens) / perSecond;
      long millis = Math.max(1, (long) Math.ceil(seconds * MILLIS_PER_SECOND));
      throw new ParleyException(new RateLimited(Duration.ofMillis(millis)));
    }
    tokens -= 1;
  }

  /** Returns a token that was taken in vain. */
  public synchronized void giveBack() {
    tokens = Math.min(burst, tokens + 1);
  }
}

package dev.parley.engine.room;

import dev.parley.ParleyException;
import dev.parley.problem.RateLimited;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A token bucket: starts full, refills evenly, and a refused take costs nothing. */
public final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final RateLimit limit;
  private final LongSupplier nanos;
  private double tokens;
  private long filledAt;

  TokenBucket(RateLimit limit, LongSupplier nanos) {
    this.limit = limit;
    this.nanos = nanos;
    this.tokens = limit.burst();
    this.filledAt = nanos.getAsLong();
  }

  /**
   * Takes one token.
   *
   * @throws ParleyException {@code rate_limited} where there is none
   */
  synchronized void take() {
    if (limit.perSecond() == 0) {
      return;
    }
    long now = nanos.getAsLong();
    double refill = (now - filledAt) / NANOS_PER_SECOND * limit.perSecond();
    tokens = Math.min(limit.burst(), tokens + refill);
    filledAt = now;
    if (tokens < 1) {
      double seconds = (1 - tokens) / limit.perSecond();
      long millis = Math.max(1, (long) Math.ceil(seconds * MILLIS_PER_SECOND));
      throw new ParleyException(new RateLimited(Duration.ofMillis(millis)));
    }
    tokens -= 1;
  }

  /** Gives a token back whose message was not accepted after all. */
  synchronized void giveBack() {
    tokens = Math.min(limit.burst(), tokens + 1);
  }
}

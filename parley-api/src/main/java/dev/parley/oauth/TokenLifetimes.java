package dev.parley.oauth;

import dev.parley.problem.InvalidArgument;
import java.time.Duration;

/**
 * The times that the rights of a client last.
 *
 * @param access the lifetime of an access token
 * @param unused the time after which a refresh token that nobody used is refused
 * @param grant the time after which the person is asked again
 */
public record TokenLifetimes(Duration access, Duration unused, Duration grant) {
  private static final Duration MAX = Duration.ofDays(3_650);

  /** An hour, 30 days, and 90 days. */
  public static final TokenLifetimes DEFAULT =
      new TokenLifetimes(Duration.ofHours(1), Duration.ofDays(30), Duration.ofDays(90));

  /** Checks the limits; refused with {@code invalid_argument}. */
  public TokenLifetimes {
    check("access", access);
    check("unused", unused);
    check("grant", grant);
  }

  private static void check(String name, Duration time) {
    if (time.isNegative() || time.isZero() || time.compareTo(MAX) > 0) {
      throw InvalidArgument.refusal(name, "it must be more than nothing and at most ten years");
    }
  }
}

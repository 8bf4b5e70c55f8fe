package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The caller sends faster than it may.
 *
 * @param retryAfter the time until the next call passes; at least a millisecond
 */
public record RateLimited(Duration retryAfter) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.RATE_LIMITED;
  }

  @Override
  public String message() {
    return "You are sending too fast; try again in " + retryAfter.toMillis() + " ms.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("retryAfterMs", retryAfter.toMillis());
  }
}

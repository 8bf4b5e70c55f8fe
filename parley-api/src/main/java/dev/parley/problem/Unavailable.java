package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The server, or its storage, is unreachable for the moment. Nothing was changed.
 *
 * @param what the unreachable part
 * @param retryAfter the time until the next try
 */
public record Unavailable(String what, Duration retryAfter) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.UNAVAILABLE;
  }

  @Override
  public String message() {
    return what + " cannot be reached; nothing was changed. Try again in a moment.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("retryAfterMs", retryAfter.toMillis());
  }
}

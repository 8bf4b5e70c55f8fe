package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * Another backup is being made; there is one at a time.
 *
 * @param retryAfter the time until the next try
 */
public record BackupRunning(Duration retryAfter) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.UNAVAILABLE;
  }

  @Override
  public String message() {
    return "Another backup is being made or fetched; there is one at a time. Try again when it is"
        + " done.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("retryAfterMs", retryAfter.toMillis());
  }
}

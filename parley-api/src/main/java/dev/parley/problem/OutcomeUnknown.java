package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * A call was sent to a part of the server that has not answered. It may have been carried out.
 *
 * @param what the part that did not answer
 * @param retryAfter the time until the next try
 */
public record OutcomeUnknown(String what, Duration retryAfter) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.UNAVAILABLE;
  }

  @Override
  public String message() {
    return what + " did not answer, so this may be done. Look before you try again.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("retryAfterMs", retryAfter.toMillis());
  }
}

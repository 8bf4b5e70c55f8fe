package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The sender has sent as many urgent messages as it may. The message was not sent.
 *
 * @param limit the urgent messages of one sender within an hour
 * @param retryAfter the time until the next one passes; at least a millisecond
 */
public record UrgentLimited(int limit, Duration retryAfter) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.RATE_LIMITED;
  }

  @Override
  public String message() {
    return "You have sent as many urgent messages within an hour as you may ("
        + limit
        + "): nothing was sent. Send it again without urgent, or try again in "
        + retryAfter.toMillis()
        + " ms.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("limit", limit, "retryAfterMs", retryAfter.toMillis());
  }
}

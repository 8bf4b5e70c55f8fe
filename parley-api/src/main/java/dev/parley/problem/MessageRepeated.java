package dev.parley.problem;

import java.time.Duration;
import java.util.Map;

/**
 * The agent answers with the same text again and again.
 *
 * @param repeats the repeats within the window, this one included
 * @param window the time within which repeats count
 * @param retryAfter the time until the same text passes again; at least a millisecond
 */
public record MessageRepeated(int repeats, Duration window, Duration retryAfter)
    implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.REPEATED;
  }

  @Override
  public String message() {
    return "You have answered with this same text "
        + repeats
        + " times within "
        + window.toMinutes()
        + " minutes, and it was delivered each time. Do not send it again: do something else, say"
        + " what is new, or report to your user.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of(
        "repeats", repeats, "windowMs", window.toMillis(), "retryAfterMs", retryAfter.toMillis());
  }
}

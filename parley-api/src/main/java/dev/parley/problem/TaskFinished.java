package dev.parley.problem;

import java.util.Map;

/**
 * A finished task cannot be edited.
 *
 * @param status its status, by its name on the wire
 */
public record TaskFinished(String status) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.INVALID_TRANSITION;
  }

  @Override
  public String message() {
    return "a task that is '" + status + "' cannot be edited; reopen it first";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("status", status);
  }
}

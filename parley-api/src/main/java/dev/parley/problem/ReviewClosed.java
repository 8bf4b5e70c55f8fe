package dev.parley.problem;

import java.util.Map;

/**
 * A review already has its one verdict.
 *
 * @param status the verdict, by its name on the wire
 */
public record ReviewClosed(String status) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.ALREADY_SUBMITTED;
  }

  @Override
  public String message() {
    return "Review already submitted \u2014 status is " + status;
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("status", status);
  }
}

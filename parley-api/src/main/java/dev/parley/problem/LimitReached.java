package dev.parley.problem;

import java.util.Map;

/**
 * The caller has as many of something as it may.
 *
 * @param what the kind of thing, in the plural
 * @param limit the maximum number
 */
public record LimitReached(String what, long limit) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.LIMIT_REACHED;
  }

  @Override
  public String message() {
    return "You have " + limit + " " + what + " already, which is the limit; give one up first.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("what", what, "limit", limit);
  }
}

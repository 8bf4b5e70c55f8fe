package dev.parley.problem;

import java.util.Map;

/**
 * The server has as many of something as its deployer allows.
 *
 * @param what the kind of thing, in the plural
 * @param limit the maximum number
 */
public record ServerFull(String what, long limit) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.LIMIT_REACHED;
  }

  @Override
  public String message() {
    return "There are "
        + limit
        + " "
        + what
        + " already, which is the limit of this server; use one of them.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("what", what, "limit", limit);
  }
}

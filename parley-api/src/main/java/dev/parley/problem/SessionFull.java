package dev.parley.problem;

import java.util.Map;

/**
 * The session holds as many of something as this hub lets it.
 *
 * @param what of what, in the singular
 * @param limit how many
 */
public record SessionFull(String what, long limit) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.LIMIT_REACHED;
  }

  @Override
  public String message() {
    return "Error: session " + what + " limit reached (max " + limit + " per session)";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("what", what, "limit", limit);
  }
}

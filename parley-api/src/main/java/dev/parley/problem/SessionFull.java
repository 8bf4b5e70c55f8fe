package dev.parley.problem;

import java.util.Map;

/**
 * The session has as many of something as this server allows.
 *
 * @param what the kind of thing, in the singular
 * @param limit the maximum number
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

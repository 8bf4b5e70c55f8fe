package dev.parley.problem;

import java.util.Map;

/**
 * What was named is not there, or not in this session.
 *
 * @param what what was looked for, for example {@code task}
 */
public record NotFound(String what) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.NOT_FOUND;
  }

  @Override
  public String message() {
    return what + " not found";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("what", what);
  }
}

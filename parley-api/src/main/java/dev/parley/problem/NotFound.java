package dev.parley.problem;

import java.util.Map;

/**
 * The named thing does not exist, or not in this session.
 *
 * @param what the kind of thing, for example {@code task}
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

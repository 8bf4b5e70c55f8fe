package dev.parley.problem;

import java.util.Map;

/**
 * The caller is not the one who may do this.
 *
 * @param reason who the caller is not, for example {@code not the assigned reviewer}
 */
public record NotPermitted(String reason) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.PERMISSION_DENIED;
  }

  @Override
  public String message() {
    return "permission denied: " + reason;
  }

  @Override
  public Map<String, Object> details() {
    return Map.of();
  }
}

package dev.parley.problem;

import java.util.Map;

/**
 * The caller lacks the role this call needs.
 *
 * @param reason the role it lacks, for example {@code not the assigned reviewer}
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

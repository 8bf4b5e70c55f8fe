package dev.parley.problem;

import java.util.Map;

/**
 * A permission request already has its one answer.
 *
 * @param answer the answer, by its name on the wire
 * @param by the person who gave it
 */
public record PermissionAnswered(String answer, String by) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.ALREADY_SUBMITTED;
  }

  @Override
  public String message() {
    return "'" + by + "' has answered this request already: " + answer;
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("answer", answer, "by", by);
  }
}

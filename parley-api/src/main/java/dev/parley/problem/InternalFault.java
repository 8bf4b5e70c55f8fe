package dev.parley.problem;

import java.util.Map;

/**
 * A fault of Parley's own. What happened stands in the log under the same id.
 *
 * @param incident the id to look for
 */
public record InternalFault(String incident) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.INTERNAL_ERROR;
  }

  @Override
  public String message() {
    return "Parley failed on this call; the log has it as incident " + incident + ".";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("incident", incident);
  }
}

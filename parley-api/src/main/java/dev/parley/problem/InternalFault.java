package dev.parley.problem;

import java.util.Map;

/**
 * An internal fault. The log has the details under the same id.
 *
 * @param incident the id to search for
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

package dev.parley.problem;

import java.util.List;
import java.util.Map;

/**
 * A task names dependencies this session does not have.
 *
 * @param unknown their ids, as they were passed
 */
public record UnknownDependencies(List<String> unknown) implements Problem {

  /** Copies the list. */
  public UnknownDependencies {
    unknown = List.copyOf(unknown);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.UNKNOWN_DEPENDENCY;
  }

  @Override
  public String message() {
    return "depends_on contains unknown task IDs: " + String.join(", ", unknown);
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("unknown", unknown);
  }
}

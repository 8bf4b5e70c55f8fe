package dev.parley.problem;

import java.util.List;
import java.util.Map;

/**
 * A task cannot proceed before its dependencies are done.
 *
 * @param open the ids of the dependencies that are not done
 */
public record DependenciesOpen(List<String> open) implements Problem {

  /** Copies the list. */
  public DependenciesOpen {
    open = List.copyOf(open);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.DEPENDENCIES_OPEN;
  }

  @Override
  public String message() {
    return "Unmet dependencies: " + String.join(", ", open) + "; finish them first";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("open", open);
  }
}

package dev.parley.problem;

import java.util.List;
import java.util.Map;

/**
 * A change that changes nothing.
 *
 * @param fields the fields that can be changed
 */
public record NothingToChange(List<String> fields) implements Problem {

  /** Copies the list. */
  public NothingToChange {
    fields = List.copyOf(fields);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.INVALID_ARGUMENT;
  }

  @Override
  public String message() {
    return "No valid fields to update";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("fields", fields);
  }
}

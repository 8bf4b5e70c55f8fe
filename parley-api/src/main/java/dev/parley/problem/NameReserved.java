package dev.parley.problem;

import java.util.Map;

/**
 * The name is reserved for the system or a person, so no agent may take it.
 *
 * @param name the name
 */
public record NameReserved(String name) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.NAME_RESERVED;
  }

  @Override
  public String message() {
    return "The name '" + name + "' stands for the system or a person; choose another.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("name", name);
  }
}

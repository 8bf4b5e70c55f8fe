package dev.parley.problem;

import java.util.Map;

/**
 * Tasks derived from tasks are bounded, so that a team cannot keep itself busy without end.
 *
 * @param bound which bound was met
 * @param limit its value
 */
public record TooManyDerived(Bound bound, int limit) implements Problem {

  /** What is bounded. */
  public enum Bound {
    /** How deep a task may stand below a root. */
    DEPTH,
    /** How many tasks may be derived from one. */
    SIBLINGS
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.DERIVATION_LIMIT;
  }

  @Override
  public String message() {
    return switch (bound) {
      case DEPTH -> "max derived task depth exceeded (" + limit + ")";
      case SIBLINGS -> "max derived siblings exceeded (" + limit + ")";
    };
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("limit", limit);
  }
}

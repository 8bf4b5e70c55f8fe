package dev.parley.problem;

import java.util.Map;

/**
 * Too many tasks were derived from tasks. The limits keep a team from creating work for itself
 * without end.
 *
 * @param bound the limit that was reached
 * @param limit its value
 */
public record TooManyDerived(Bound bound, int limit) implements Problem {

  /** The limits of derivation. */
  public enum Bound {
    /** The maximum depth of a task below a root. */
    DEPTH,
    /** The maximum number of tasks derived from one. */
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

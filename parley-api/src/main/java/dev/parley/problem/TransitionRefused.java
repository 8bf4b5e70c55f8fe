package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A task cannot change from its status to the one asked for.
 *
 * @param from its status, by its name on the wire
 * @param to the status asked for
 * @param possible the statuses it can become
 */
public record TransitionRefused(String from, String to, List<String> possible) implements Problem {

  /** Copies the list. */
  public TransitionRefused {
    possible = List.copyOf(possible);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.INVALID_TRANSITION;
  }

  @Override
  public String message() {
    return "a task that is '"
        + from
        + "' cannot become '"
        + to
        + "'; from here it can become "
        + String.join(" or ", possible);
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("from", from);
    facts.put("to", to);
    facts.put("possible", possible);
    return facts;
  }
}

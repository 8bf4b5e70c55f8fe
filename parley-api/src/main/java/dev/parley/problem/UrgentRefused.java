package dev.parley.problem;

import java.util.List;
import java.util.Map;

/**
 * Nobody the message is for lets this sender interrupt it. The message was not sent.
 *
 * @param agents the agents it is for that are connected here; empty where none is
 */
public record UrgentRefused(List<String> agents) implements Problem {
  /** Copies the list. */
  public UrgentRefused {
    agents = List.copyOf(agents);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.URGENT_REFUSED;
  }

  @Override
  public String message() {
    return (agents.isEmpty()
            ? "Nobody this message is for is connected here"
            : "The policy of " + String.join(", ", agents) + " does not let you interrupt")
        + ": nothing was sent. Send it again without urgent; it is read at the next turn.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("agents", agents);
  }
}

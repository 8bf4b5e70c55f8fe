package dev.parley.problem;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The agent and others have answered each other too often without a person or work in between. Only
 * a person lifts it.
 *
 * @param agents the agents whose messages it answered, those it heard of last at the end
 * @param limit the number of messages that may follow each other so
 * @param since the time of the first of its answers among them
 */
public record LoopStopped(List<String> agents, int limit, Instant since) implements Problem {
  /** Copies the list. */
  public LoopStopped {
    agents = List.copyOf(agents);
  }

  @Override
  public ProblemCode code() {
    return ProblemCode.LOOP_STOPPED;
  }

  @Override
  public String message() {
    return "You and "
        + String.join(", ", agents)
        + " have exchanged "
        + limit
        + " messages without a person or work in between. Stop and report to your user. A prompt"
        + " of your user, a message of a person to you, or a person at the page lifts this.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("limit", limit, "agents", agents, "since", since.toString());
  }
}

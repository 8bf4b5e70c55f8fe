package dev.parley.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A write used a claim that is not the current one: its lease expired, or the task was assigned to
 * another agent.
 *
 * @param claimedBy the agent that has the task now, if any
 */
public record ClaimLost(Optional<String> claimedBy) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.CLAIM_LOST;
  }

  @Override
  public String message() {
    return claimedBy
        .map(agent -> "your claim on this task has ended; '" + agent + "' holds it now")
        .orElse("your claim on this task has ended and nobody holds it; claim it again first");
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> facts = new LinkedHashMap<>();
    claimedBy.ifPresent(agent -> facts.put("claimedBy", agent));
    return facts;
  }
}

package dev.parley.problem;

import dev.parley.agent.AgentId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A write under a claim that is not the current one: its lease ran out, or the task was given to
 * somebody else.
 *
 * @param claimedBy who holds the task now, if anybody
 */
public record ClaimLost(Optional<AgentId> claimedBy) implements Problem {
  @Override
  public Code code() {
    return Code.CLAIM_LOST;
  }

  @Override
  public String sentence() {
    return claimedBy
        .map(agent -> "your claim on this task has ended; '" + agent + "' holds it now")
        .orElse("your claim on this task has ended and nobody holds it; claim it again first");
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    claimedBy.ifPresent(agent -> facts.put("claimedBy", agent.value()));
    return facts;
  }
}

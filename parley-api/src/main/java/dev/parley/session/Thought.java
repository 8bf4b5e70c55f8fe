package dev.parley.session;

import dev.parley.id.AgentId;
import java.time.Instant;

/**
 * The last thought an agent published.
 *
 * @param agent the agent
 * @param content the text, cut after {@value #MAX_LENGTH} characters
 * @param at the time it was published
 */
public record Thought(AgentId agent, String content, Instant at) {
  /** The maximum number of characters remembered. */
  public static final int MAX_LENGTH = 1_000;
}

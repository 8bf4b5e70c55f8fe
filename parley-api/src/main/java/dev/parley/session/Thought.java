package dev.parley.session;

import dev.parley.id.AgentId;
import java.time.Instant;

/**
 * What an agent said last that it is thinking.
 *
 * @param agent who
 * @param content its words, cut after {@value #MAX_LENGTH} characters
 * @param at when it said so
 */
public record Thought(AgentId agent, String content, Instant at) {
  /** The most characters that are remembered. */
  public static final int MAX_LENGTH = 1_000;
}

package dev.parley.event;

/**
 * An agent said what it is thinking. Told, and not kept.
 *
 * @param thought what
 */
public record AgentThinking(String thought) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.AGENT_THINKING;
  }
}

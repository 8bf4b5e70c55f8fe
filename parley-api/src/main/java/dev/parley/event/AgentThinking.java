package dev.parley.event;

/**
 * An agent published a thought. Followers get it; it is not stored.
 *
 * @param thought its text
 */
public record AgentThinking(String thought) implements SessionEvent {
  @Override
  public Kind kind() {
    return Kind.AGENT_THINKING;
  }
}

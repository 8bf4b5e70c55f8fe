package dev.parley.event;

import dev.parley.id.AgentId;

/**
 * An event for an agent that acts through a connection beside the connection's own agent.
 *
 * @param agent the agent it is for
 * @param event what would have been pushed to a connection of its own
 */
public record SubAgentEvent(AgentId agent, Event event) implements Event {
  @Override
  public Kind kind() {
    return Kind.SUB_AGENT;
  }
}

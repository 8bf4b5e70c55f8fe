package dev.parley.presence;

import java.util.List;

/**
 * A list of agents.
 *
 * @param users the agents, last seen first, then by handle
 * @param truncated whether there may be more: the limit was reached, or offline agents were last
 *     seen before this node's records begin
 */
public record Roster(List<AgentStatus> users, boolean truncated) {

  /** Copies the list. */
  public Roster {
    users = List.copyOf(users);
  }
}

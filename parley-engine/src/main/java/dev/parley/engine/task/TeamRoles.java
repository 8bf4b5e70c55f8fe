package dev.parley.engine.task;

import dev.parley.id.AgentId;
import dev.parley.id.SessionId;

/** The roles of the agents of a session, as its team file has them. Safe for any thread. */
@FunctionalInterface
public interface TeamRoles {
  /** Sessions without team files: no agent has a role. */
  TeamRoles NONE = (session, agent, role) -> false;

  /**
   * Returns true if {@code agent} extends the persona {@code role} in the team of {@code session}.
   */
  boolean has(SessionId session, AgentId agent, String role);
}

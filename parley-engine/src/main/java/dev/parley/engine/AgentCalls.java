package dev.parley.engine;

import dev.parley.engine.task.Leases;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;

/**
 * The calls through one connection. Each begins here, which renews the leases of the agent that
 * makes it, even where the call is refused.
 */
final class AgentCalls {
  private final Leases leases;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final Pacing pacing;

  /**
   * The calls of {@code agent}.
   *
   * @param pacing the pace of the connection's writes
   */
  AgentCalls(Leases leases, WorkspaceId workspace, AgentId agent, Pacing pacing) {
    this.leases = leases;
    this.workspace = workspace;
    this.agent = agent;
    this.pacing = pacing;
  }

  /** Begins a call of the connection's agent. */
  void begin() {
    begin(agent);
  }

  /** Begins a call of {@code who}, an agent that acts through the connection. */
  void begin(AgentId who) {
    leases.touch(workspace, who);
  }

  /**
   * Begins a call of the connection's agent that writes.
   *
   * @throws ParleyException {@code rate_limited}, which costs nothing
   */
  void beginWrite() {
    begin();
    pacing.write();
  }

  /** The pace of the connection's writes. */
  Pacing pacing() {
    return pacing;
  }
}

package dev.parley.engine;

import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.ConnectionAudit;
import dev.parley.audit.Origin;
import dev.parley.engine.audit.AgentAudit;
import dev.parley.engine.task.Leases;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.ParleyException;

/**
 * The calls through one connection. Each begins here, which renews the leases of the agent that
 * makes it, even where the call is refused.
 */
final class AgentCalls implements ConnectionAudit {
  private final Leases leases;
  private final WorkspaceId workspace;
  private final AgentId agent;
  private final Pacing pacing;
  private final Audit audit;
  private volatile Origin origin = Origin.NONE;

  /**
   * The calls of {@code agent}.
   *
   * @param pacing the pace of the connection's writes
   * @param audit the audit of what they do
   */
  AgentCalls(Leases leases, WorkspaceId workspace, AgentId agent, Pacing pacing, Audit audit) {
    this.leases = leases;
    this.workspace = workspace;
    this.agent = agent;
    this.pacing = pacing;
    this.audit = audit;
  }

  @Override
  public void calledFrom(Origin next) {
    origin = next;
  }

  @Override
  public void refused(String target, String result) {
    audit(agent).recordBounded(AuditAction.ACCESS_REFUSED, target, result);
  }

  /** The audit of what {@code who} does by calls of this connection. */
  AgentAudit audit(AgentId who) {
    return new AgentAudit(audit, workspace, who, () -> origin);
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

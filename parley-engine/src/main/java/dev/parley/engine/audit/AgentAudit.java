package dev.parley.engine.audit;

import dev.parley.audit.Act;
import dev.parley.audit.Audit;
import dev.parley.audit.AuditAction;
import dev.parley.audit.Origin;
import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import java.util.function.Supplier;

/**
 * The audit of the acts of one agent.
 *
 * @param audit the audit
 * @param workspace the workspace of the agent
 * @param agent the agent
 * @param origin returns the credential and the address of its calls
 */
public record AgentAudit(
    Audit audit, WorkspaceId workspace, AgentId agent, Supplier<Origin> origin) {

  /** Records an act of the agent. Returns at once and never fails. */
  public void record(AuditAction action, String target, String result) {
    audit.record(act(action, target, result));
  }

  /** Records an act that the agent can repeat without end. Returns at once and never fails. */
  public void recordBounded(AuditAction action, String target, String result) {
    audit.recordBounded(act(action, target, result));
  }

  private Act act(AuditAction action, String target, String result) {
    return new Act(workspace, agent.value(), origin.get(), action, target, result);
  }
}

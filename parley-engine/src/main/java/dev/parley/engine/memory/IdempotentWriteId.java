package dev.parley.engine.memory;

import dev.parley.id.WorkspaceId;
import dev.parley.spi.IdempotentUpdates.Write;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** An idempotency key of an agent in the memory of a workspace. */
@Embeddable
class IdempotentWriteId implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 64)
  private String agent;

  @Column(name = "idempotency_key", nullable = false, length = 256)
  private String key;

  protected IdempotentWriteId() {}

  IdempotentWriteId(WorkspaceId workspace, Write write) {
    this.workspace = workspace.value();
    this.agent = write.agent().value();
    this.key = write.key().value();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdempotentWriteId id
        && id.workspace.equals(workspace)
        && id.agent.equals(agent)
        && id.key.equals(key);
  }

  @Override
  public int hashCode() {
    return (workspace.hashCode() * 31 + agent.hashCode()) * 31 + key.hashCode();
  }
}

package dev.parley.engine.waiting;

import dev.parley.id.AgentId;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Objects;

/** An item that a person has put away. */
@Entity(name = "WaitingDismissal")
@Table(name = "parley_waiting_dismissal")
@SuppressWarnings("UnusedVariable") // queries read it
class DismissalRow {
  @EmbeddedId private Key key;

  @Column(name = "dismissed_at", nullable = false)
  private long dismissedAt;

  protected DismissalRow() {}

  DismissalRow(WorkspaceId workspace, AgentId agent, String item, long dismissedAt) {
    this.key = new Key(workspace.value(), agent.value(), item);
    this.dismissedAt = dismissedAt;
  }

  /** The key of a dismissal. */
  @Embeddable
  static class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    @Column(nullable = false, length = 64)
    private String workspace;

    @Column(nullable = false, length = 64)
    private String agent;

    @Column(nullable = false, length = 64)
    private String item;

    protected Key() {}

    Key(String workspace, String agent, String item) {
      this.workspace = workspace;
      this.agent = agent;
      this.item = item;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.workspace.equals(workspace)
          && key.agent.equals(agent)
          && key.item.equals(item);
    }

    @Override
    public int hashCode() {
      return Objects.hash(workspace, agent, item);
    }
  }
}

package dev.parley.engine.session;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The state an orchestrator saves for a session. */
@Entity(name = "OrchestratorState")
@Table(name = "parley_orchestrator_state")
class StateRow {
  @Id
  @Column(name = "session_id", length = 26)
  private String session;

  @Column(nullable = false, length = 1_000_000)
  private String state;

  @Column(name = "saved_at", nullable = false)
  private long savedAt;

  protected StateRow() {}

  StateRow(String session, String state, long savedAt) {
    this.session = session;
    this.state = state;
    this.savedAt = savedAt;
  }

  void becomes(String next, long at) {
    state = next;
    savedAt = at;
  }
}

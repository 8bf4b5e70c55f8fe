package dev.parley.engine.task;

import dev.parley.task.Gate;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;

/** A gate of a task; never changed. */
@Entity(name = "TaskGate")
@Table(name = "parley_task_gate")
class GateRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private DependencyRow.Place place;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 16)
  private Gate.Kind kind;

  @Column(nullable = false, length = 256)
  private String name;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  protected GateRow() {}

  GateRow(String task, int place, Gate gate, String session) {
    this.place = new DependencyRow.Place(task, (short) place);
    this.kind = gate.kind();
    this.name = gate.name();
    this.session = session;
  }
}

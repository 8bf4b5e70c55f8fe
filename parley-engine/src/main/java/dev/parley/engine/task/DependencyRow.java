package dev.parley.engine.task;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A dependency of a task on another. */
@Entity(name = "TaskDependency")
@Table(name = "parley_task_dependency")
class DependencyRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private Place place;

  @Column(name = "depends_on", nullable = false, length = 36)
  private String dependsOn;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  protected DependencyRow() {}

  DependencyRow(String task, int place, String dependsOn, String session) {
    this.place = new Place(task, (short) place);
    this.dependsOn = dependsOn;
    this.session = session;
  }

  /** The key of a dependency or a gate: the task and an index. */
  @Embeddable
  static class Place implements Serializable {
    private static final long serialVersionUID = 1L;

    @Column(name = "task_id", nullable = false, length = 36)
    private String task;

    @Column(name = "place", nullable = false)
    private short place;

    protected Place() {}

    Place(String task, short place) {
      this.task = task;
      this.place = place;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place at && at.task.equals(task) && at.place == place;
    }

    @Override
    public int hashCode() {
      return task.hashCode() * 31 + place;
    }
  }
}

package dev.parley.engine.room;

import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;

/** A room. A conditional statement moves its high-water mark, never this entity. */
@Entity(name = "Room")
@Table(name = "parley_room")
class RoomRow {
  @Id private String id;

  @Column(nullable = false)
  private String workspace;

  @Column(nullable = false)
  private String name;

  @Column(name = "created_at", nullable = false)
  private LocalDateTime createdAt;

  @Column(name = "high_water", nullable = false)
  private long highWater;

  protected RoomRow() {}

  RoomRow(String id, WorkspaceId workspace, RoomName name, LocalDateTime createdAt) {
    this.id = id;
    this.workspace = workspace.value();
    this.name = name.value();
    this.createdAt = createdAt;
  }

  String id() {
    return id;
  }

  RoomName name() {
    return new RoomName(name);
  }

  long highWater() {
    return highWater;
  }
}

package dev.parley.engine.room;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Marks a room as durable. */
@Entity(name = "DurableRoom")
@Table(name = "parley_durable_room")
class DurableRoomRow {
  @Id
  @Column(name = "room_id")
  private String room;

  protected DurableRoomRow() {}

  DurableRoomRow(String room) {
    this.room = room;
  }
}

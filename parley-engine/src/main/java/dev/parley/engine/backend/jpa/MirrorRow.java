package dev.parley.engine.backend.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The place in a topic up to which nothing is to be sent to the system that mirrors it. */
@Entity(name = "Mirror")
@Table(name = "parley_mirror")
@SuppressWarnings("UnusedVariable") // queries read it
class MirrorRow {
  @Id
  @Column(name = "topic_id", nullable = false, length = 26)
  private String topic;

  @Column(name = "after_seq", nullable = false)
  private long after;

  protected MirrorRow() {}

  MirrorRow(String topic, long after) {
    this.topic = topic;
    this.after = after;
  }
}

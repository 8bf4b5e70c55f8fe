package dev.parley.engine.backend.jpa;

import dev.parley.message.TopicName;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A durable topic. How far it goes is written by the one who appends; see {@link TopicRows}. */
@Entity(name = "Topic")
@Table(name = "parley_topic")
class TopicRow {
  @Id
  @Column(length = 26)
  private String id;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(nullable = false, length = 16)
  private String kind;

  @Column(nullable = false, length = 128)
  private String name;

  @Column(name = "created_at", nullable = false)
  private long createdAt;

  @Column(name = "last_seq", nullable = false)
  private long lastSeq;

  protected TopicRow() {}

  TopicRow(String id, TopicName topic, long createdAt, long lastSeq) {
    this.id = id;
    this.workspace = topic.workspace().value();
    this.kind = topic.kind().name();
    this.name = topic.name();
    this.createdAt = createdAt;
    this.lastSeq = lastSeq;
  }
}

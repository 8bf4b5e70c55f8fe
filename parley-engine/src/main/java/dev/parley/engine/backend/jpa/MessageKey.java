package dev.parley.engine.backend.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** A sequence number in a topic, as a key. */
@Embeddable
class MessageKey implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(name = "topic_id", nullable = false, length = 26)
  private String topic;

  @Column(name = "seq", nullable = false)
  private long seq;

  protected MessageKey() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof MessageKey key && key.topic.equals(topic) && key.seq == seq;
  }

  @Override
  public int hashCode() {
    return topic.hashCode() * 31 + Long.hashCode(seq);
  }
}

package dev.parley.engine.backend.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** The original of a copy, as a key. */
@Embeddable
class CopyId implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(name = "topic_id", nullable = false, length = 26)
  private String topic;

  @Column(name = "original_id", nullable = false, length = 256)
  private String original;

  protected CopyId() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof CopyId id && id.topic.equals(topic) && id.original.equals(original);
  }

  @Override
  public int hashCode() {
    return topic.hashCode() * 31 + original.hashCode();
  }
}

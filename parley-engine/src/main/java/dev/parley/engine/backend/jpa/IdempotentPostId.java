package dev.parley.engine.backend.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** An idempotency key of an agent in a topic. */
@Embeddable
class IdempotentPostId implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(name = "topic_id", nullable = false, length = 26)
  private String topic;

  @Column(name = "agent", nullable = false, length = 64)
  private String agent;

  @Column(name = "idempotency_key", nullable = false, length = 256)
  private String key;

  protected IdempotentPostId() {}

  @Override
  public boolean equals(Object other) {
    return other instanceof IdempotentPostId id
        && id.topic.equals(topic)
        && id.agent.equals(agent)
        && id.key.equals(key);
  }

  @Override
  public int hashCode() {
    return (topic.hashCode() * 31 + agent.hashCode()) * 31 + key.hashCode();
  }
}

package dev.parley.engine.delivery;

import dev.parley.id.AgentId;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** The key of one agent's progress in one topic. */
@Embeddable
class ReadingKey implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(name = "topic_id", nullable = false, length = 26)
  private String topic;

  @Column(nullable = false, length = 64)
  private String agent;

  protected ReadingKey() {}

  ReadingKey(String topic, AgentId agent) {
    this.topic = topic;
    this.agent = agent.value();
  }

  String topic() {
    return topic;
  }

  String agent() {
    return agent;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReadingKey key && key.topic.equals(topic) && key.agent.equals(agent);
  }

  @Override
  public int hashCode() {
    return topic.hashCode() * 31 + agent.hashCode();
  }
}

package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.StatementBatch;
import dev.parley.id.IdempotencyKey;
import dev.parley.message.Message;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** The message an agent posted under an idempotency key. The database removes it with that. */
@Entity(name = "IdempotentPost")
@Table(name = "parley_post_once")
@SuppressWarnings("UnusedVariable") // queries read it
class IdempotentPostRow {
  private static final String INSERT =
      """
      INSERT INTO parley_post_once (topic_id, agent, idempotency_key, seq) VALUES (?, ?, ?, ?)
      """;

  @EmbeddedId private IdempotentPostId id;

  @Column(nullable = false)
  private long seq;

  protected IdempotentPostRow() {}

  /** Takes the key of {@code message} into {@code rows}, behind the message itself. */
  static void insert(String topic, Message message, IdempotencyKey key, StatementBatch rows) {
    var unused =
        rows.add(INSERT, topic, message.sender().agent().value(), key.value(), message.seq());
  }
}

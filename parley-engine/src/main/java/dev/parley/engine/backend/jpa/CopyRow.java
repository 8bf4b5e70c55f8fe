package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.StatementBatch;
import dev.parley.message.Message;
import dev.parley.spi.Original;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** The original of a message that is a copy. The database removes the row with the message. */
@Entity(name = "Copy")
@Table(name = "parley_copy")
@SuppressWarnings("UnusedVariable") // queries read it
class CopyRow {
  private static final String INSERT =
      """
      INSERT INTO parley_copy (topic_id, original_id, seq, message_id) VALUES (?, ?, ?, ?)
      """;

  @EmbeddedId private CopyId id;

  @Column(nullable = false)
  private long seq;

  @Column(name = "message_id", nullable = false, length = 26)
  private String message;

  protected CopyRow() {}

  /** Adds the original of {@code message} to {@code rows}, behind the message itself. */
  static void insert(String topic, Message message, Original original, StatementBatch rows) {
    var unused = rows.add(INSERT, topic, original.id(), message.seq(), message.id().value());
  }
}

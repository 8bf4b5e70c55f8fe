package dev.parley.engine.backend.jpa;

import dev.parley.engine.persistence.StatementBatch;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.Sender;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * A message of a durable topic. As there are many, they are written by statements that are sent
 * together, and read through projections.
 */
@Entity(name = "TopicMessage")
@Table(name = "parley_topic_message")
@SuppressWarnings("UnusedVariable") // queries read what is written in words
class MessageRow {
  /** One wording for all, so that they go in one batch: no parameter of it is ever null. */
  private static final String INSERT =
      """
      INSERT INTO parley_topic_message
        (topic_id, seq, id, agent, nickname, connection_id, body, in_reply_to, sent_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, NULLIF(?, ''), ?)
      """;

  @EmbeddedId private MessageKey key;

  @Column(nullable = false, length = 26)
  private String id;

  @Column(nullable = false, length = 64)
  private String agent;

  @Column(nullable = false, length = 32)
  private String nickname;

  @Column(name = "connection_id", nullable = false, length = 64)
  private String connection;

  @Column(nullable = false, length = 1_000_000)
  private String body;

  @Column(name = "in_reply_to", length = 26)
  private @Nullable String inReplyTo;

  @Column(name = "sent_at", nullable = false)
  private long sentAt;

  protected MessageRow() {}

  /** Takes the message into {@code rows}, which are sent together. */
  static void insert(String topic, Message message, StatementBatch rows) {
    Sender sender = message.sender();
    var unused =
        rows.add(
            INSERT,
            topic,
            message.seq(),
            message.id().value(),
            sender.agent().value(),
            sender.nickname().value(),
            sender.connection().value(),
            StoredText.of(message.text()),
            message.draft().inReplyTo().map(MessageId::value).orElse(""),
            message.sentAt().toEpochMilli());
  }
}

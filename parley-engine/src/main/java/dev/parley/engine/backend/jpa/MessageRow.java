package dev.parley.engine.backend.jpa;

import dev.parley.message.Message;
import dev.parley.message.MessageId;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A message of a durable topic. Written here, and read through projections, as there are many. */
@Entity(name = "TopicMessage")
@Table(name = "parley_topic_message")
class MessageRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private MessageKey key;

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

  MessageRow(String topic, Message message) {
    this.key = new MessageKey(topic, message.seq());
    this.id = message.id().value();
    this.agent = message.sender().agent().value();
    this.nickname = message.sender().nickname().value();
    this.connection = message.sender().connection().value();
    this.body = StoredText.of(message.text());
    this.inReplyTo = message.draft().inReplyTo().map(MessageId::value).orElse(null);
    this.sentAt = message.sentAt().toEpochMilli();
  }
}

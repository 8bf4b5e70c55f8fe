package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.id.MessageId;
import dev.parley.message.SessionMessageDraft;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A message of a session. Read through projections, because there are many. */
@Entity(name = "SessionMessage")
@Table(name = "parley_message")
class SessionMessageRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private SeqKey key;

  @Column(nullable = false, length = 26)
  private String id;

  @Column(nullable = false, length = 64)
  private String sender;

  @Column(length = 64)
  private @Nullable String recipient;

  @Column(nullable = false, length = 1_000_000)
  private String content;

  @Column(length = 256)
  private @Nullable String thread;

  @Column(name = "has_metadata", nullable = false)
  private short hasMetadata;

  @Column(name = "idempotency_key", length = 256)
  private @Nullable String idempotencyKey;

  @Column(name = "sent_at", nullable = false)
  private long sentAt;

  protected SessionMessageRow() {}

  SessionMessageRow(
      String session,
      long seq,
      MessageId id,
      AgentId sender,
      SessionMessageDraft draft,
      long sentAt) {
    this.key = new SeqKey(session, seq);
    this.id = id.value();
    this.sender = sender.value();
    this.recipient = draft.to().map(AgentId::value).orElse(null);
    this.content = draft.content();
    this.thread = draft.thread().orElse(null);
    this.hasMetadata = (short) (draft.metadata().isEmpty() ? 0 : 1);
    this.idempotencyKey = draft.idempotencyKey().orElse(null);
    this.sentAt = sentAt;
  }
}

package dev.parley.engine.session;

import dev.parley.id.AgentId;
import dev.parley.message.SessionMessage;
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
  /** The flag of a message with metadata. */
  static final int HAS_METADATA = 1;

  /** The flag of a message whose sender was verified; no message of earlier versions has it. */
  static final int SENDER_VERIFIED = 2;

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
  private short flags;

  @Column(name = "idempotency_key", length = 256)
  private @Nullable String idempotencyKey;

  @Column(name = "sent_at", nullable = false)
  private long sentAt;

  protected SessionMessageRow() {}

  SessionMessageRow(String session, SessionMessage message) {
    SessionMessageDraft draft = message.draft();
    this.key = new SeqKey(session, message.seq());
    this.id = message.id().value();
    this.sender = message.from().value();
    this.recipient = draft.to().map(AgentId::value).orElse(null);
    this.content = draft.content();
    this.thread = draft.thread().orElse(null);
    this.flags =
        (short)
            ((draft.metadata().isEmpty() ? 0 : HAS_METADATA)
                | (message.isSenderVerified() ? SENDER_VERIFIED : 0));
    this.idempotencyKey = draft.idempotencyKey().orElse(null);
    this.sentAt = message.sentAt().toEpochMilli();
  }
}

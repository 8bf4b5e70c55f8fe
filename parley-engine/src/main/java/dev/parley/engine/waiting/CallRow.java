package dev.parley.engine.waiting;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A {@link PersonCall}. Inserted, read by queries and deleted; never changed. */
@Entity(name = "WaitingCall")
@Table(name = "parley_waiting_call")
@SuppressWarnings("UnusedVariable") // queries read it
class CallRow {
  @EmbeddedId private Key key;

  @Column(nullable = false, length = 64)
  private String workspace;

  @Column(name = "session_id", length = 26)
  private @Nullable String session;

  @Column(nullable = false, length = 128)
  private String place;

  @Column(nullable = false)
  private long seq;

  @Column(nullable = false, length = 64)
  private String sender;

  @Column(nullable = false, length = 600)
  private String content;

  @Column(name = "sent_at", nullable = false)
  private long sentAt;

  protected CallRow() {}

  CallRow(PersonCall call) {
    this.key = new Key(call.message(), call.agent());
    this.workspace = call.workspace().value();
    this.session = call.session().orElse(null);
    this.place = call.place();
    this.seq = call.seq();
    this.sender = call.sender().value();
    this.content = call.text();
    this.sentAt = call.sentAt();
  }

  /** The key of a call: a message may call several. */
  @Embeddable
  static class Key implements Serializable {
    private static final long serialVersionUID = 1L;

    @Column(name = "message_id", nullable = false, length = 26)
    private String message;

    @Column(nullable = false, length = 64)
    private String agent;

    protected Key() {}

    Key(String message, String agent) {
      this.message = message;
      this.agent = agent;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.message.equals(message) && key.agent.equals(agent);
    }

    @Override
    public int hashCode() {
      return message.hashCode() * 31 + agent.hashCode();
    }
  }
}

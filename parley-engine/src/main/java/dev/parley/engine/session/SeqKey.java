package dev.parley.engine.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** A number in a session, as a key. */
@Embeddable
class SeqKey implements Serializable {
  private static final long serialVersionUID = 1L;

  @Column(name = "session_id", nullable = false, length = 26)
  private String session;

  @Column(name = "seq", nullable = false)
  private long seq;

  protected SeqKey() {}

  SeqKey(String session, long seq) {
    this.session = session;
    this.seq = seq;
  }

  long seq() {
    return seq;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SeqKey key && key.session.equals(session) && key.seq == seq;
  }

  @Override
  public int hashCode() {
    return session.hashCode() * 31 + Long.hashCode(seq);
  }
}

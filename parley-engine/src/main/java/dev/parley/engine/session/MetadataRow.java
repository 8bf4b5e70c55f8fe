package dev.parley.engine.session;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.util.Objects;

/** One entry of a message's metadata. */
@Entity(name = "SessionMessageMetadata")
@Table(name = "parley_message_metadata")
class MetadataRow {
  @SuppressWarnings("UnusedVariable") // queries read it
  @EmbeddedId
  private Place place;

  @Column(nullable = false, length = 64)
  private String name;

  @Column(nullable = false, length = 1024)
  private String content;

  protected MetadataRow() {}

  MetadataRow(String session, long seq, int place, String name, String content) {
    this.place = new Place(session, seq, (short) place);
    this.name = name;
    this.content = content;
  }

  /** The key of an entry: the message and the entry's name. */
  @Embeddable
  static class Place implements Serializable {
    private static final long serialVersionUID = 1L;

    @Column(name = "session_id", nullable = false, length = 26)
    private String session;

    @Column(name = "seq", nullable = false)
    private long seq;

    @Column(name = "place", nullable = false)
    private short place;

    protected Place() {}

    Place(String session, long seq, short place) {
      this.session = session;
      this.seq = seq;
      this.place = place;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place at
          && at.session.equals(session)
          && at.seq == seq
          && at.place == place;
    }

    @Override
    public int hashCode() {
      return Objects.hash(session, seq, place);
    }
  }
}

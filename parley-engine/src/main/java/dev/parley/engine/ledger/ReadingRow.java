package dev.parley.engine.ledger;

import dev.parley.agent.AgentId;
import dev.parley.message.Recipient;
import dev.parley.message.Recipient.Way;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.EnumSet;
import java.util.Set;

/** One agent's reading of one topic. Changed by statements, so that it only ever goes on. */
@Entity(name = "Reading")
@Table(name = "parley_reading")
class ReadingRow {
  @EmbeddedId private ReadingKey key;

  @Column(name = "begun_after", nullable = false)
  private long since;

  @Column(nullable = false)
  private long pushed;

  @Column(nullable = false)
  private long polled;

  @Column(name = "fetched", nullable = false)
  private long read;

  @Column(nullable = false)
  private long seen;

  @Column(nullable = false)
  private int acknowledges;

  @Column(name = "changed_at", nullable = false)
  private long changedAt;

  protected ReadingRow() {}

  ReadingRow(ReadingKey key, Progress progress, long now) {
    this.key = key;
    this.since = progress.since();
    this.pushed = progress.pushed();
    this.polled = progress.polled();
    this.read = progress.read();
    this.seen = progress.seen();
    this.acknowledges = progress.acknowledges() ? 1 : 0;
    this.changedAt = now;
  }

  AgentId agent() {
    return new AgentId(key.agent());
  }

  Progress progress() {
    return new Progress(since, pushed, polled, read, seen, acknowledges == 1);
  }

  long changedAt() {
    return changedAt;
  }

  /** How far the message at {@code seq} has got in this reading. */
  Recipient of(long seq) {
    Set<Way> offered = EnumSet.noneOf(Way.class);
    if (pushed >= seq) {
      offered.add(Way.PUSH);
    }
    if (polled >= seq) {
      offered.add(Way.POLL);
    }
    if (read >= seq) {
      offered.add(Way.READ);
    }
    return new Recipient(agent(), offered, seen >= seq);
  }
}

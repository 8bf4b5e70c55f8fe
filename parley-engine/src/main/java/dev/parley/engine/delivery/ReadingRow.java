package dev.parley.engine.delivery;

import dev.parley.id.AgentId;
import dev.parley.message.Recipient;
import dev.parley.message.Recipient.DeliveryChannel;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.EnumSet;
import java.util.Set;

/** One agent's progress in one topic. Statements change it, so that it only ever grows. */
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

  @Column(nullable = false)
  private long hooked;

  protected ReadingRow() {}

  ReadingRow(ReadingKey key, ReadProgress progress, long now) {
    this.key = key;
    this.since = progress.since();
    this.pushed = progress.pushed();
    this.polled = progress.polled();
    this.read = progress.read();
    this.seen = progress.seen();
    this.acknowledges = progress.acknowledges() ? 1 : 0;
    this.changedAt = now;
    this.hooked = progress.hooked();
  }

  AgentId agent() {
    return new AgentId(key.agent());
  }

  ReadProgress progress() {
    return new ReadProgress(since, pushed, polled, read, seen, acknowledges == 1, hooked);
  }

  long changedAt() {
    return changedAt;
  }

  /** Returns the delivery status of the message {@code seq} for this agent. */
  Recipient of(long seq) {
    Set<DeliveryChannel> offered = EnumSet.noneOf(DeliveryChannel.class);
    if (pushed >= seq) {
      offered.add(DeliveryChannel.PUSH);
    }
    if (polled >= seq) {
      offered.add(DeliveryChannel.POLL);
    }
    if (read >= seq) {
      offered.add(DeliveryChannel.READ);
    }
    if (hooked >= seq) {
      offered.add(DeliveryChannel.HOOK);
    }
    return new Recipient(agent(), offered, seen >= seq);
  }
}

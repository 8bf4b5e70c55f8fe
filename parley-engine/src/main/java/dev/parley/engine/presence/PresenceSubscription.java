package dev.parley.engine.presence;

import dev.parley.id.ConnectionId;
import dev.parley.message.Message;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What other nodes say of one workspace, put into a view: what was said before is read once, the
 * rest is heard. What this node said itself is passed over, as it knows that first-hand.
 */
final class PresenceSubscription {
  /** How many messages of the time before are read; each holds many beats. */
  static final int MAX_HISTORY = 10_000;

  private final TopicName topic;
  private final MessageBackend carrier;
  private final ConnectionId node;
  private final InstantSource clock;
  private final RosterView view;

  private final Object beginning = new Object();
  private volatile @Nullable Subscription subscription;

  /** Guards what is heard while the time before is still read, and the end of that. */
  private final Object hearing = new Object();

  private final List<StoredMessage> early = new ArrayList<>();
  private volatile boolean begun;
  private volatile long since;

  PresenceSubscription(
      TopicName topic,
      MessageBackend carrier,
      ConnectionId node,
      InstantSource clock,
      RosterView view) {
    this.topic = topic;
    this.carrier = carrier;
    this.node = node;
    this.clock = clock;
    this.view = view;
  }

  /** Begins, unless it has. Where the store is away, the next call tries again. */
  void begin() {
    if (begun) {
      return;
    }
    synchronized (beginning) {
      if (begun) {
        return;
      }
      if (subscription == null) {
        subscription = carrier.subscribe(topic, this::heard);
      }
      catchUp(carrier.fetchAfter(topic, Optional.empty(), MAX_HISTORY).messages());
    }
  }

  private void catchUp(List<StoredMessage> before) {
    synchronized (hearing) {
      before.forEach(this::hear);
      long last = before.isEmpty() ? 0 : seq(before.get(before.size() - 1));
      early.stream().filter(stored -> seq(stored) > last).forEach(this::hear);
      early.clear();
      if (before.size() == MAX_HISTORY) {
        since = before.get(0).message().sentAt().toEpochMilli();
      }
      begun = true;
    }
  }

  private void heard(StoredMessage stored) {
    synchronized (hearing) {
      if (begun) {
        hear(stored);
      } else {
        early.add(stored);
      }
    }
  }

  private void hear(StoredMessage stored) {
    Message message = stored.message();
    ConnectionId speaker = message.sender().connection();
    if (!speaker.equals(node)) {
      for (PresenceEvent beat : PresenceCodec.read(message.text(), clock.millis())) {
        view.hear(new ConnectionKey(speaker, beat.instance()), beat);
      }
    }
  }

  private static long seq(StoredMessage stored) {
    return stored.message().seq();
  }

  /** Whether the time before is known. */
  boolean hasBegun() {
    return begun;
  }

  /** From when on everything is known, in milliseconds since 1970; 0 where nothing was left out. */
  long since() {
    return since;
  }

  /** Without a lock, as a store may hang in {@link #begin}. */
  void end() {
    Subscription following = subscription;
    if (following != null) {
      following.close();
    }
  }
}

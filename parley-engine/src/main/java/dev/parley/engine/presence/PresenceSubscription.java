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
 * The presence events of other nodes in one workspace, put into a view: the history is read once,
 * then new events are followed. This node's own events are skipped, because it knows its
 * connections first-hand.
 */
final class PresenceSubscription {
  /** The maximum number of messages of the history; each has many events. */
  static final int MAX_HISTORY = 10_000;

  private final TopicName topic;
  private final MessageBackend backend;
  private final ConnectionId node;
  private final InstantSource clock;
  private final RosterView view;

  private final Object beginning = new Object();
  private volatile @Nullable Subscription subscription;

  /** Guards the events that arrive during the read of the history, and its end. */
  private final Object historyLock = new Object();

  private final List<StoredMessage> early = new ArrayList<>();
  private volatile boolean begun;
  private volatile long since;

  PresenceSubscription(
      TopicName topic,
      MessageBackend backend,
      ConnectionId node,
      InstantSource clock,
      RosterView view) {
    this.topic = topic;
    this.backend = backend;
    this.node = node;
    this.clock = clock;
    this.view = view;
  }

  /** Begins, unless it has begun. Where the backend is unreachable, the next call tries again. */
  void begin() {
    if (begun) {
      return;
    }
    synchronized (beginning) {
      if (begun) {
        return;
      }
      if (subscription == null) {
        subscription = backend.subscribe(topic, this::take);
      }
      catchUp(backend.fetchAfter(topic, Optional.empty(), MAX_HISTORY).messages());
    }
  }

  private void catchUp(List<StoredMessage> before) {
    synchronized (historyLock) {
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

  private void take(StoredMessage stored) {
    synchronized (historyLock) {
      if (begun) {
        hear(stored);
      } else {
        early.add(stored);
      }
    }
  }

  private void hear(StoredMessage stored) {
    Message message = stored.message();
    ConnectionId publisher = message.sender().connection();
    if (!publisher.equals(node)) {
      for (PresenceEvent beat : PresenceCodec.read(message.text(), clock.millis())) {
        view.add(new ConnectionKey(publisher, beat.instance()), beat);
      }
    }
  }

  private static long seq(StoredMessage stored) {
    return stored.message().seq();
  }

  /** Returns true if the history was read. */
  boolean hasBegun() {
    return begun;
  }

  /**
   * Returns the time from which on all events are known, in milliseconds since 1970; 0 where none
   * was left out.
   */
  long since() {
    return since;
  }

  /** Ends without a lock, because a backend may hang in {@link #begin}. */
  void end() {
    Subscription following = subscription;
    if (following != null) {
      following.close();
    }
  }
}

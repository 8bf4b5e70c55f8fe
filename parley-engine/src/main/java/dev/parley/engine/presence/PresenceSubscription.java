package dev.parley.engine.presence;

import dev.parley.id.ConnectionId;
import dev.parley.message.Message;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The presence events of other nodes in one workspace, put into a view: the history is read once,
 * then the events after it are followed. This node's own events are skipped, because it knows its
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
  private volatile boolean begun;
  private volatile long since;
  private volatile boolean ended;

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
      MessagePage history = backend.fetchAfter(topic, Optional.empty(), MAX_HISTORY);
      List<StoredMessage> earlier = history.messages();
      earlier.forEach(this::hear);
      if (earlier.size() == MAX_HISTORY) {
        since = earlier.get(0).message().sentAt().toEpochMilli();
      }
      subscription = backend.follow(topic, Optional.of(history.next()), this::hear);
      begun = true;
      if (ended) {
        subscription.close();
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
    ended = true;
    Subscription following = subscription;
    if (following != null) {
      following.close();
    }
  }
}

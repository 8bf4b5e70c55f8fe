package dev.parley.engine.backend.redis;

import dev.parley.engine.log.Followers;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.engine.logging.Masking;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A topic with its followers. Its lock is held while they are notified. */
final class FollowedStream {
  private static final System.Logger LOG = System.getLogger(FollowedStream.class.getName());

  private final TopicName name;
  private final Followers followers = new Followers();
  private StreamPosition delivered = StreamPosition.START;

  FollowedStream(TopicName name) {
    this.name = name;
  }

  /** Notifies {@code consumer} of every message after {@code end}, which is asked here. */
  synchronized LiveSubscription follow(
      Consumer<StoredMessage> consumer, Supplier<StreamPosition> end) {
    StreamPosition now = end.get();
    if (followers.isEmpty()) {
      delivered = now;
    }
    return new LiveSubscription(followers.add(consumer, now.seq()), now.seq());
  }

  boolean isFollowed() {
    return !followers.isEmpty();
  }

  /** Ends every subscription. */
  void end() {
    followers.clear();
  }

  TopicName name() {
    return name;
  }

  /** The sequence number up to which the followers were notified. */
  synchronized long delivered() {
    return delivered.seq();
  }

  /** Replaces the last delivered cursor by the one that {@code next} makes of it. */
  synchronized void resumeAt(UnaryOperator<StreamPosition> next) {
    StreamPosition now = next.apply(delivered);
    if (isFollowed() && !now.equals(delivered)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Redis has another log of {0} than before; its followers go on after message {1} of it.",
          name,
          Long.toString(now.seq()));
      followers.goBackTo(now.seq());
    }
    delivered = now;
  }

  /** Notifies the followers of one entry of the stream, unless they were notified of it before. */
  synchronized void deliver(Object entry) {
    StreamPosition place = StreamCodec.place(entry);
    if (!isFollowed() || place.seq() <= delivered.seq()) {
      return;
    }
    if (!delivered.log().isEmpty() && place.seq() > delivered.seq() + 1) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} messages of {1} were removed from Redis before they were delivered.",
          Long.toString(place.seq() - delivered.seq() - 1),
          name);
    }
    delivered = place;
    try {
      StoredMessage stored = StreamCodec.message(name, entry);
      delivered = StreamPosition.of(stored.cursor());
      followers.pass(stored);
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "An entry of the stream is not a message of Parley; it is skipped.",
          Masking.trace(e));
    }
  }
}

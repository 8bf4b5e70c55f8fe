package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.engine.log.Followers;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topic that is followed here. One feed notifies all followers. A feed that is lost is replaced
 * by another one, which begins after the last message the followers got, so they get each message
 * once.
 */
final class FollowedSubject {
  private static final System.Logger LOG = System.getLogger(FollowedSubject.class.getName());

  private final TopicName topic;
  private final NatsConnection link;
  private final Streams streams;
  private final Dispatcher dispatcher;

  /** Called, by any thread, when the feed has to be replaced. */
  private final Runnable onTrouble;

  private final Followers followers = new Followers();

  /** Changed by one thread at a time, which may ask the servers meanwhile. */
  private volatile @Nullable OrderedConsumer feed;

  /** Guards the followers and their notification; nobody asks the servers while holding it. */
  private final Object telling = new Object();

  private long delivered;
  private boolean ended;

  FollowedSubject(
      TopicName topic,
      NatsConnection link,
      Streams streams,
      Dispatcher dispatcher,
      Runnable onTrouble) {
    this.topic = topic;
    this.link = link;
    this.streams = streams;
    this.dispatcher = dispatcher;
    this.onTrouble = onTrouble;
  }

  /**
   * Follows from the end of the topic.
   *
   * @throws ParleyException {@code unavailable}, and then it does not follow
   */
  synchronized LiveSubscription follow(Consumer<StoredMessage> consumer) {
    Extent extent = link.ask(() -> streams.reach(topic));
    OrderedConsumer now = feed;
    if (now != null && !now.isOf(extent.stream())) {
      feed();
    }
    LiveSubscription follower = join(consumer, extent);
    try {
      if (needsFeed()) {
        feed();
      }
      return follower;
    } catch (ParleyException away) {
      follower.subscription().close();
      throw away;
    }
  }

  private LiveSubscription join(Consumer<StoredMessage> consumer, Extent extent) {
    synchronized (telling) {
      if (ended) {
        throw new IllegalStateException("the backend is not connected");
      }
      if (feed == null) {
        delivered = extent.last();
      }
      long after = Math.max(delivered, extent.last());
      return new LiveSubscription(followers.add(consumer, after), after);
    }
  }

  /** Ends a feed that nobody needs any more, and replaces one that was lost. */
  synchronized void mend() {
    if (followers.isEmpty()) {
      replace(null);
    } else if (needsFeed()) {
      feed();
    }
  }

  private boolean needsFeed() {
    OrderedConsumer now = feed;
    return now == null || now.isLost();
  }

  /** Gives up the current feed, since it may have missed messages. */
  void distrust() {
    OrderedConsumer now = feed;
    if (now != null) {
      now.lose();
    }
  }

  /** Ends every subscription; when this returns, no follower is notified any more. */
  void end() {
    synchronized (telling) {
      ended = true;
      followers.clear();
    }
  }

  /**
   * Begins a new feed after the last message the followers got. The old one notifies nobody from
   * here on.
   */
  private void feed() {
    distrust();
    link.ask(
        () -> {
          Extent extent = streams.reach(topic);
          long after = goOnIn(extent);
          TopicStream stream = extent.stream();
          OrderedConsumer fresh =
              new OrderedConsumer(
                  stream, link, dispatcher, message -> tell(stream, message), onTrouble);
          replace(fresh);
          fresh.begin(after);
          return fresh;
        });
  }

  /**
   * Returns the sequence number to go on after, which is another than expected if the log is
   * another.
   */
  private long goOnIn(Extent extent) {
    OrderedConsumer old = feed;
    boolean isAnother = old != null && !old.isOf(extent.stream());
    synchronized (telling) {
      long lost = delivered - extent.last();
      if (isAnother || lost > 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            isAnother
                ? "The topic {0} was made anew. Its followers get all messages of the new one."
                : "The topic {0} has lost its last messages, {1} of them. Its followers go on.",
            topic,
            lost);
        delivered = isAnother ? extent.stream().before() : extent.last();
        followers.goBackTo(delivered);
      }
      return delivered;
    }
  }

  private void replace(@Nullable OrderedConsumer fresh) {
    OrderedConsumer old = feed;
    feed = fresh;
    if (old != null) {
      old.end();
    }
  }

  private void tell(TopicStream stream, Message message) {
    Optional<StoredMessage> stored = NatsCodec.read(stream, message);
    synchronized (telling) {
      stored.ifPresent(followers::pass);
      delivered = NatsCodec.seq(stream, message);
    }
  }
}

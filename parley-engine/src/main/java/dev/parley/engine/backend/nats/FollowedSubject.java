package dev.parley.engine.backend.nats;

import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topic as it is followed here. One feed tells all followers; where it is lost, another takes its
 * place after the last message that was told, so each is told once whatever happened between.
 */
final class FollowedSubject {
  private static final System.Logger LOG = System.getLogger(FollowedSubject.class.getName());

  private final class Follower implements Subscription {
    private final Consumer<StoredMessage> consumer;
    private volatile boolean open = true;
    private long from;

    Follower(Consumer<StoredMessage> consumer, long from) {
      this.consumer = consumer;
      this.from = from;
    }

    @Override
    public void close() {
      open = false;
      followers.remove(this);
    }
  }

  private final TopicName topic;
  private final NatsConnection link;
  private final Streams streams;
  private final Dispatcher dispatcher;

  /** Called, by any thread, when the feed has to be mended. */
  private final Runnable onTrouble;

  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** Changed by one thread at a time, which may ask the servers meanwhile. */
  private volatile @Nullable OrderedConsumer feed;

  /** Guards what follows, and the telling itself; nobody asks the servers while holding it. */
  private final Object telling = new Object();

  private long told;
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
  synchronized Subscription subscribe(Consumer<StoredMessage> consumer) {
    Extent extent = link.ask(() -> streams.reach(topic));
    OrderedConsumer now = feed;
    if (now != null && !now.isOf(extent.stream())) {
      feed();
    }
    Follower follower = join(consumer, extent);
    try {
      if (needsFeed()) {
        feed();
      }
      return follower;
    } catch (ParleyException away) {
      follower.close();
      throw away;
    }
  }

  private Follower join(Consumer<StoredMessage> consumer, Extent extent) {
    synchronized (telling) {
      if (ended) {
        throw new IllegalStateException("the backend is not connected");
      }
      if (feed == null) {
        told = extent.last();
      }
      Follower follower = new Follower(consumer, Math.max(told, extent.last()));
      followers.add(follower);
      return follower;
    }
  }

  /** Gives back what nobody needs any more, and makes anew what was lost. */
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

  /** What was heard until now is no promise any more. */
  void distrust() {
    OrderedConsumer now = feed;
    if (now != null) {
      now.lose();
    }
  }

  /** Ends every subscription; when this returns, nobody is told any more. */
  void end() {
    synchronized (telling) {
      ended = true;
      followers.clear();
    }
  }

  /** A new feed, after what was told. The old one tells nothing from here on. */
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

  /** Where to go on, which is elsewhere than expected if the log is. */
  private long goOnIn(Extent extent) {
    OrderedConsumer old = feed;
    boolean isAnother = old != null && !old.isOf(extent.stream());
    synchronized (telling) {
      long lost = told - extent.last();
      if (isAnother || lost > 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            isAnother
                ? "The topic {0} was made anew. Its followers are told all of the new one."
                : "The topic {0} has lost its last messages, {1} of them. Its followers go on.",
            topic,
            lost);
        told = isAnother ? extent.stream().before() : extent.last();
        followers.forEach(follower -> follower.from = told);
      }
      return told;
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
      stored.ifPresent(this::tell);
      told = NatsCodec.seq(stream, message);
    }
  }

  private void tell(StoredMessage stored) {
    for (Follower follower : followers) {
      if (follower.open && stored.message().seq() > follower.from) {
        try {
          follower.consumer.accept(stored);
        } catch (RuntimeException e) {
          LOG.log(System.Logger.Level.ERROR, "A follower failed; it is told of the next.", e);
        }
      }
    }
  }
}

package dev.parley.engine.backend.nats;

import dev.parley.ParleyException;
import dev.parley.engine.backend.nats.Streams.Extent;
import dev.parley.message.TopicName;
import dev.parley.spi.Stored;
import dev.parley.spi.Subscription;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A topic as it is followed here. One consumer of the stream feeds all followers. It numbers what
 * it delivers: where a number is missing, or nothing is heard of it any more, another takes its
 * place after the last message that was told, so each is told once whatever happened between.
 */
final class FollowedTopic {
  private static final System.Logger LOG = System.getLogger(FollowedTopic.class.getName());
  private static final int HEARTBEATS_MISSED = 3;

  private final class Follower implements Subscription {
    private final Consumer<Stored> consumer;
    private volatile boolean open = true;
    private long from;

    Follower(Consumer<Stored> consumer, long from) {
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
  private final Link link;
  private final Streams streams;
  private final Dispatcher dispatcher;

  /** Called, by any thread, when the feed has to be mended. */
  private final Runnable onTrouble;

  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** Guards what follows, and the telling itself; nobody asks the servers while holding it. */
  private final Object telling = new Object();

  private @Nullable Feed feed;
  private long told;
  private boolean ended;

  FollowedTopic(
      TopicName topic, Link link, Streams streams, Dispatcher dispatcher, Runnable onTrouble) {
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
  synchronized Subscription subscribe(Consumer<Stored> consumer) {
    Extent extent = link.ask(() -> streams.reach(topic));
    if (isOfAnother(extent.stream())) {
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

  private boolean isOfAnother(TopicStream stream) {
    synchronized (telling) {
      return feed != null && !feed.stream.equals(stream);
    }
  }

  private Follower join(Consumer<Stored> consumer, Extent extent) {
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

  private boolean needsFeed() {
    synchronized (telling) {
      return !ended && (feed == null || feed.isLost());
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

  /** What was heard until now is no promise any more. */
  void distrust() {
    synchronized (telling) {
      if (feed != null) {
        feed.lost = true;
      }
    }
  }

  /** Ends every subscription; when this returns, nobody is told any more. */
  void end() {
    synchronized (telling) {
      ended = true;
      followers.clear();
      feed = null;
    }
  }

  /** A new consumer, after what was told. The old one is not listened to from here on. */
  private void feed() {
    distrust();
    link.ask(
        () -> {
          Extent extent = streams.reach(topic);
          Feed fresh = new Feed(extent.stream());
          goOnIn(extent);
          replace(fresh);
          fresh.begin();
          return fresh;
        });
  }

  private void goOnIn(Extent extent) {
    synchronized (telling) {
      boolean isAnother = feed != null && !feed.stream.equals(extent.stream());
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
    }
  }

  private void replace(@Nullable Feed fresh) {
    Feed old;
    synchronized (telling) {
      old = feed;
      feed = ended ? null : fresh;
    }
    if (old != null) {
      old.end();
    }
  }

  private void tell(Feed from, Message message) {
    long seq = MessageForm.seq(from.stream, message);
    MessageForm.read(from.stream, message).ifPresent(this::tell);
    told = seq;
  }

  private void tell(Stored stored) {
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

  /** One consumer, from its making until a number is missing. */
  private final class Feed {
    private static final String DELIVERED = "Nats-Last-Consumer";

    private final TopicStream stream;
    private final String inbox = link.connection().createInbox();
    private final io.nats.client.Subscription subscription;
    private long next = 1;
    private boolean lost;
    private long heardAt = System.nanoTime();

    Feed(TopicStream stream) {
      this.stream = stream;
      this.subscription = dispatcher.subscribe(inbox, this::take);
    }

    void begin() throws IOException, JetStreamApiException {
      long after;
      synchronized (telling) {
        after = told;
      }
      try {
        link.management()
            .createConsumer(
                stream.name(),
                ConsumerConfiguration.builder()
                    .deliverSubject(inbox)
                    .deliverPolicy(DeliverPolicy.ByStartSequence)
                    .startSequence(stream.numberAfter(after))
                    .ackPolicy(AckPolicy.None)
                    .idleHeartbeat(link.patience())
                    .memStorage(true)
                    .numReplicas(1)
                    .build());
      } catch (IOException | JetStreamApiException | RuntimeException e) {
        distrust();
        throw e;
      }
    }

    /** The server lets go of a consumer soon after nobody listens. */
    void end() {
      if (subscription.isActive()) {
        dispatcher.unsubscribe(subscription);
      }
    }

    boolean isLost() {
      return lost || (isSilent() && link.isUp());
    }

    private boolean isSilent() {
      return System.nanoTime() - heardAt > HEARTBEATS_MISSED * link.patience().toNanos();
    }

    private void take(Message message) {
      synchronized (telling) {
        if (feed != this || lost) {
          return;
        }
        heardAt = System.nanoTime();
        if (message.isStatusMessage()) {
          lost = delivered(message) >= next;
        } else if (message.metaData().consumerSequence() == next) {
          next++;
          tell(this, message);
        } else {
          lost = true;
        }
        if (lost) {
          onTrouble.run();
        }
      }
    }

    private static long delivered(Message heartbeat) {
      @Nullable Headers headers = heartbeat.getHeaders();
      @Nullable String delivered = headers == null ? null : headers.getFirst(DELIVERED);
      return delivered == null ? 0 : Long.parseLong(delivered);
    }
  }
}

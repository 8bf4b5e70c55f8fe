package dev.parley.engine.backend.nats;

import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.log.LiveSubscription;
import dev.parley.engine.logging.Masking;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import io.nats.client.Dispatcher;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The topics that are followed over one connection: one thread notifies the followers, and another
 * restores lost feeds.
 */
final class TopicSubscriptions {
  private static final System.Logger LOG = System.getLogger(TopicSubscriptions.class.getName());
  private static final long LOOK_EVERY_MILLIS = 500;

  private final NatsConnection link;
  private final Streams streams;
  private final Dispatcher dispatcher;
  private final Map<TopicName, FollowedSubject> topics = new ConcurrentHashMap<>();
  private final ScheduledExecutorService mending =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("parley-nats"));

  TopicSubscriptions(NatsConnection link, Streams streams) {
    this.link = link;
    this.streams = streams;
    this.dispatcher = link.connection().createDispatcher();
  }

  void begin() {
    link.onReturn(
        () -> {
          topics.values().forEach(FollowedSubject::distrust);
          mendSoon();
        });
    var unused =
        mending.scheduleWithFixedDelay(
            this::mend, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  LiveSubscription follow(TopicName topic, Consumer<StoredMessage> follower) {
    return topics
        .computeIfAbsent(
            topic, name -> new FollowedSubject(name, link, streams, dispatcher, this::mendSoon))
        .follow(follower);
  }

  /** Ends all subscriptions: when this returns, no follower is notified any more. */
  void end() {
    mending.shutdownNow();
    topics.values().forEach(FollowedSubject::end);
  }

  private void mendSoon() {
    try {
      mending.execute(this::mend);
    } catch (RejectedExecutionException ended) {
      LOG.log(System.Logger.Level.TRACE, "Nothing is mended at the end.", Masking.trace(ended));
    }
  }

  private void mend() {
    try {
      topics.values().forEach(FollowedSubject::mend);
    } catch (ParleyException away) {
      LOG.log(System.Logger.Level.DEBUG, "NATS is away; trying again.", Masking.trace(away));
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "Following failed; it is tried again.", Masking.trace(e));
    }
  }
}

package dev.parley.engine.backend.jpa;

import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The followers of topics that have no row yet. Following such a topic makes none, so that reading
 * changes nothing; once somebody posts to it, they follow it from its first message on.
 */
final class AbsentTopics {
  private final Map<TopicName, Set<Waiting>> waiting = new ConcurrentHashMap<>();

  private final class Waiting implements Subscription {
    private final TopicName topic;
    private final Consumer<StoredMessage> follower;
    private @Nullable Subscription following;
    private boolean closed;

    Waiting(TopicName topic, Consumer<StoredMessage> follower) {
      this.topic = topic;
      this.follower = follower;
    }

    synchronized void follow(TopicLog log) {
      if (!closed && following == null) {
        following = log.followFromStart(follower);
      }
    }

    @Override
    public void close() {
      remove(this);
      Subscription ended;
      synchronized (this) {
        closed = true;
        ended = following;
      }
      if (ended != null) {
        ended.close();
      }
    }
  }

  /** Follows {@code topic} once it is there. */
  Subscription follow(TopicName topic, Consumer<StoredMessage> follower) {
    Waiting added = new Waiting(topic, follower);
    waiting.compute(
        topic,
        (name, others) -> {
          Set<Waiting> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(added);
          return all;
        });
    return added;
  }

  private void remove(Waiting ended) {
    waiting.computeIfPresent(
        ended.topic,
        (name, all) -> {
          all.remove(ended);
          return all.isEmpty() ? null : all;
        });
  }

  /** The topics that somebody waits for. */
  Set<TopicName> topics() {
    return waiting.keySet();
  }

  /** Subscribes the waiting followers to {@code topic}, which exists now. */
  void appeared(TopicName topic, TopicLog log) {
    Set<Waiting> all = waiting.remove(topic);
    if (all != null) {
      all.forEach(each -> each.follow(log));
    }
  }

  /** Removes every follower. */
  void clear() {
    waiting.clear();
  }
}

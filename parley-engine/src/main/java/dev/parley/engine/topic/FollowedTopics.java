package dev.parley.engine.topic;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The subscriptions of one reader, and what can be said of all of them. Takes no lock to read. */
final class FollowedTopics {
  private final List<TopicSubscription> all = new CopyOnWriteArrayList<>();

  /** Returns them in the order in which they began. */
  List<TopicSubscription> all() {
    return all;
  }

  void add(TopicSubscription subscription) {
    all.add(subscription);
  }

  void remove(TopicSubscription subscription) {
    all.remove(subscription);
  }

  /** Returns a number that changes when one of them has moved, or others are followed. */
  long progress() {
    long progress = 1;
    for (TopicSubscription subscription : all) {
      progress = 31 * progress + System.identityHashCode(subscription);
      progress = 31 * progress + subscription.seq();
    }
    return progress;
  }

  /** Counts the stored messages still to be read. */
  long behind() {
    return all.stream().mapToLong(TopicSubscription::behind).sum();
  }

  /** Returns true if one has lost messages. A stream here would cost more than the messages. */
  boolean hasLost() {
    for (TopicSubscription subscription : all) {
      if (subscription.hasLost()) {
        return true;
      }
    }
    return false;
  }
}

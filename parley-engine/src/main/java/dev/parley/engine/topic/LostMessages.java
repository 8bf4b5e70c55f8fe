package dev.parley.engine.topic;

import dev.parley.event.MessagesLost;
import dev.parley.message.TopicName;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages a reader came too late for. It remembers where the loss began: a reader set back to
 * before it counts the loss again, and no message twice. Used by the reader's drain alone.
 */
final class LostMessages {
  private record Edge(TopicSubscription subscription, long seq, long ownPassed) {}

  private final List<Edge> edges = new ArrayList<>(0);
  private long forgotten;
  private long skipped;

  boolean isEmpty() {
    return count() == 0;
  }

  long count() {
    return forgotten + skipped;
  }

  /** Adds pushes whose source is no longer remembered. */
  void forget(long pushes) {
    forgotten += pushes;
  }

  /** Adds the messages {@code subscription} skips now because they are no longer stored. */
  void skip(TopicSubscription subscription) {
    long seq = subscription.seq();
    long ownPassed = subscription.ownPassed();
    long lost = subscription.skipEvicted();
    if (lost > 0) {
      skipped += lost;
      edges.add(new Edge(subscription, seq, ownPassed));
    }
  }

  /**
   * Sets the subscriptions of {@code reported} back to where its loss began, and takes over the
   * rest of it.
   */
  void takeBack(LostMessages reported) {
    for (Edge edge : reported.edges) {
      edge.subscription.rewind(edge.seq, edge.ownPassed);
    }
    forgotten += reported.forgotten;
  }

  MessagesLost event() {
    List<TopicName> where =
        edges.stream().map(edge -> edge.subscription.topic().name()).distinct().toList();
    return new MessagesLost(count(), where);
  }
}

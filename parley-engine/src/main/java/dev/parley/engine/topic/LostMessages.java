package dev.parley.engine.topic;

import dev.parley.event.MessagesLost;
import dev.parley.message.TopicName;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reader came too late for. It remembers where it began, so that a reader put back to before
 * it counts anew what is lost, and never the same message twice. Used by the reader's drain alone.
 */
final class LostMessages {
  private record Edge(TopicSubscription following, long position, long ownPassed) {}

  private final List<Edge> edges = new ArrayList<>(0);
  private long forgotten;
  private long skipped;

  boolean isEmpty() {
    return forgotten + skipped == 0;
  }

  /** Adds pushes nobody remembers the place of. */
  void forget(long pushes) {
    forgotten += pushes;
  }

  /** Adds what {@code following} steps over now because it is not kept any more. */
  void skip(TopicSubscription following) {
    long position = following.position();
    long ownPassed = following.ownPassed();
    long lost = following.skipEvicted();
    if (lost > 0) {
      skipped += lost;
      edges.add(new Edge(following, position, ownPassed));
    }
  }

  /**
   * Puts the readings of {@code told} back to where it began, and takes over what is left of it.
   */
  void takeBack(LostMessages told) {
    for (Edge edge : told.edges) {
      edge.following.rewind(edge.position, edge.ownPassed);
    }
    forgotten += told.forgotten;
  }

  MessagesLost event() {
    List<TopicName> where =
        edges.stream().map(edge -> edge.following.topic().name()).distinct().toList();
    return new MessagesLost(forgotten + skipped, where);
  }
}

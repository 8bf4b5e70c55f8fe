package dev.parley.engine.search;

import dev.parley.message.Bus;
import dev.parley.message.Found;
import dev.parley.message.SearchQuery;
import dev.parley.message.TopicName;
import dev.parley.spi.Indexed;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.Searchable;
import dev.parley.spi.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.ToLongFunction;

/**
 * Looks at the newest messages of some topics one by one. It is what finds messages where the store
 * has no index: bounded by {@link Bus#MOST_LOOKED_AT}, so it says where it did not look further.
 */
public final class Scan implements Searchable {
  private record Topic(Backwards reading, Stored head) {}

  private static final Comparator<Topic> NEWEST_FIRST =
      Comparator.<Topic, String>comparing(topic -> topic.head().message().id().value()).reversed();

  private final MessageBackend store;
  private final Indexed index;
  private final int most;

  /**
   * A scan of {@code store}.
   *
   * @param index the same store
   */
  public Scan(MessageBackend store, Indexed index) {
    this(store, index, Bus.MOST_LOOKED_AT);
  }

  Scan(MessageBackend store, Indexed index, int most) {
    this.store = store;
    this.index = index;
    this.most = most;
  }

  @Override
  public Found search(List<TopicName> topics, SearchQuery query) {
    return search(topics, query, topic -> 0);
  }

  /**
   * The same as far as {@code floor}: what stands there and before is not looked at.
   *
   * @param floor a position of each topic, or 0
   */
  public Found search(List<TopicName> topics, SearchQuery query, ToLongFunction<TopicName> floor) {
    Queue<Topic> heads = new PriorityQueue<>(NEWEST_FIRST);
    for (TopicName topic : topics) {
      offer(heads, new Backwards(store, index, topic, query.before(), floor.applyAsLong(topic)));
    }
    List<Stored> found = new ArrayList<>();
    long last = 0;
    for (int looked = 0; looked < most && found.size() < query.limit(); looked++) {
      Topic newest = heads.poll();
      if (newest == null) {
        break;
      }
      last = newest.head().message().seq();
      if (query.isFoundIn(newest.head().message())) {
        found.add(newest.head());
      }
      newest.reading().pass();
      offer(heads, newest.reading());
    }
    boolean truncated = !heads.isEmpty();
    return new Found(
        found,
        truncated,
        truncated && query.topic().isPresent() ? OptionalLong.of(last) : OptionalLong.empty());
  }

  private static void offer(Queue<Topic> heads, Backwards reading) {
    Stored head = reading.head();
    if (head != null) {
      heads.add(new Topic(reading, head));
    }
  }
}

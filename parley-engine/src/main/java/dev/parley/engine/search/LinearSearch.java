package dev.parley.engine.search;

import dev.parley.message.DurableTopics;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SearchableBackend;
import dev.parley.spi.SeekableBackend;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.ToLongFunction;

/**
 * A scan of the newest messages of some topics, one by one. It is the search of backends without an
 * index. It is limited by {@link DurableTopics#MAX_LOOKED_AT}, and its result says where it
 * stopped.
 */
public final class LinearSearch implements SearchableBackend {
  private record Topic(ReverseReader reading, StoredMessage head) {}

  private static final Comparator<Topic> NEWEST_FIRST =
      Comparator.<Topic, String>comparing(topic -> topic.head().message().id().value()).reversed();

  private final MessageBackend backend;
  private final SeekableBackend index;
  private final int most;

  /**
   * Makes a scan of {@code backend}.
   *
   * @param index the same backend
   */
  public LinearSearch(MessageBackend backend, SeekableBackend index) {
    this(backend, index, DurableTopics.MAX_LOOKED_AT);
  }

  LinearSearch(MessageBackend backend, SeekableBackend index, int most) {
    this.backend = backend;
    this.index = index;
    this.most = most;
  }

  @Override
  public SearchResult search(List<TopicName> topics, SearchQuery query) {
    return search(topics, query, topic -> 0);
  }

  /**
   * Searches down to {@code floor}: messages at and before it are not scanned.
   *
   * @param floor a number in each topic, or 0
   */
  public SearchResult search(
      List<TopicName> topics, SearchQuery query, ToLongFunction<TopicName> floor) {
    Queue<Topic> heads = new PriorityQueue<>(NEWEST_FIRST);
    for (TopicName topic : topics) {
      offer(
          heads,
          new ReverseReader(backend, index, topic, query.before(), floor.applyAsLong(topic)));
    }
    List<StoredMessage> found = new ArrayList<>();
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
    return new SearchResult(
        found,
        truncated,
        truncated && query.topic().isPresent() ? OptionalLong.of(last) : OptionalLong.empty());
  }

  private static void offer(Queue<Topic> heads, ReverseReader reading) {
    StoredMessage head = reading.head();
    if (head != null) {
      heads.add(new Topic(reading, head));
    }
  }
}

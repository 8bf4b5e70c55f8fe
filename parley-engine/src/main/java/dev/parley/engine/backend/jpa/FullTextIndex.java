package dev.parley.engine.backend.jpa;

import dev.parley.engine.logging.Masking;
import dev.parley.engine.persistence.Transactions;
import dev.parley.engine.search.LinearSearch;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.spi.SearchableBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finds messages of durable topics by their words, which PostgreSQL keeps an index of. The index is
 * brought up by {@link #goOn}, beside those who post and not by them; what it does not have yet is
 * looked at one by one.
 */
public final class FullTextIndex implements SearchableBackend {
  private static final System.Logger LOG = System.getLogger(FullTextIndex.class.getName());

  /** The longest time of one round: with two rounds a second, a fifth of the time. */
  private static final Duration ROUND = Duration.ofMillis(100);

  /**
   * The number of messages of one topic that are examined first: words that many messages contain
   * are found there already.
   */
  private static final int NEWEST = 1_000;

  private static final Comparator<StoredMessage> BY_POSITION =
      Comparator.comparingLong(stored -> stored.message().seq());
  private static final Comparator<StoredMessage> BY_ID =
      Comparator.comparing(stored -> stored.message().id().value());

  private final WordRows rows;
  private final LinearSearch scan;

  /**
   * An index over the rows of {@code transactions}.
   *
   * @param scan of the same rows
   */
  public FullTextIndex(Transactions transactions, LinearSearch scan) {
    this.rows = new WordRows(transactions);
    this.scan = scan;
  }

  /** Takes messages into the index, for a tenth of a second at most. Any node may, at any time. */
  public void goOn() {
    long end = System.nanoTime() + ROUND.toNanos();
    try {
      for (String topic : rows.behind()) {
        while (System.nanoTime() < end && rows.takeOn(topic)) {
          LOG.log(System.Logger.Level.DEBUG, "There are more words in {0}.", topic);
        }
      }
    } catch (ParleyException away) {
      LOG.log(
          System.Logger.Level.DEBUG, "The database is away; the index waits.", Masking.trace(away));
    }
  }

  @Override
  public SearchResult search(List<TopicName> topics, SearchQuery query) {
    if (topics.isEmpty()) {
      return new SearchResult(List.of(), false, OptionalLong.empty());
    }
    Map<String, Long> indexed = rows.indexed(topics);
    long newest = topics.size() == 1 ? NEWEST : 0;
    SearchResult tail =
        scan.search(
            topics, query, topic -> Math.max(0, indexed.getOrDefault(topic.name(), 0L) - newest));
    return tail.truncated() ? tail : together(tail.messages(), rows.find(topics, query), query);
  }

  /** Each once, the newest first; the index may have gone on since it was asked how far it goes. */
  private static SearchResult together(
      List<StoredMessage> tail, List<StoredMessage> indexed, SearchQuery query) {
    Map<Object, StoredMessage> each = new LinkedHashMap<>();
    tail.forEach(stored -> each.put(stored.message().id(), stored));
    indexed.forEach(stored -> each.put(stored.message().id(), stored));
    List<StoredMessage> found = new ArrayList<>(each.values());
    found.sort((query.topic().isPresent() ? BY_POSITION : BY_ID).reversed());
    if (found.size() <= query.limit()) {
      return new SearchResult(found, false, OptionalLong.empty());
    }
    List<StoredMessage> messages = found.subList(0, query.limit());
    return new SearchResult(
        messages,
        true,
        query.topic().isPresent()
            ? OptionalLong.of(messages.get(messages.size() - 1).message().seq())
            : OptionalLong.empty());
  }
}

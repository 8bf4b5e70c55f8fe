package dev.parley.engine.room;

import dev.parley.engine.backend.BackendAbilities;
import dev.parley.engine.search.LinearSearch;
import dev.parley.engine.search.PrecedingMessages;
import dev.parley.engine.search.ThreadCollector;
import dev.parley.engine.topic.DurableLog;
import dev.parley.id.MessageId;
import dev.parley.message.Message;
import dev.parley.message.SearchQuery;
import dev.parley.message.SearchResult;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import dev.parley.spi.MessageBackend;
import dev.parley.spi.SeekableBackend;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What carries the messages of rooms.
 *
 * @param ephemeral of those whose bodies are never written
 * @param durable of those that are kept
 * @param abilities the abilities of {@code durable}
 * @param mode whether other nodes have the same rooms
 */
public record RoomBackends(
    MessageBackend ephemeral,
    MessageBackend durable,
    BackendAbilities abilities,
    ClusterMode mode) {

  /** How nodes that have the same rooms come by what is kept nowhere. */
  public enum ClusterMode {
    /** There is one node. */
    SINGLE_NODE,
    /** A broker passes it on. */
    BROKERED,
    /** Not at all, so that everything is kept. */
    ALL_DURABLE
  }

  private static final SearchResult UNKNOWN =
      new SearchResult(List.of(), true, OptionalLong.empty());
  private static final int LOOKED_THROUGH = 1_000;

  /** The log of a durable topic, where its store can go on from anywhere in it. */
  Optional<DurableLog> log(TopicName topic, Executor reading) {
    return positions()
        .map(
            index ->
                (seq, limit) ->
                    CompletableFuture.supplyAsync(() -> readOn(topic, seq, limit), reading));
  }

  /** For a reader that was further than the log is now, as after a restore, nothing is missing. */
  private List<Message> readOn(TopicName topic, long seq, int limit) {
    try {
      return readAfter(topic, seq, limit);
    } catch (ParleyException refused) {
      if (refused.problem().code() == ProblemCode.POSITION_LOST) {
        return List.of();
      }
      throw refused;
    }
  }

  /** Reads a durable topic on; of a store that can only be read forwards, nothing. */
  List<Message> readAfter(TopicName topic, long seq, int limit) {
    return positions()
        .map(index -> index.cursorAfter(topic, seq))
        .map(after -> durable.fetchAfter(topic, Optional.of(after), limit).messages())
        .orElse(List.of())
        .stream()
        .map(StoredMessage::message)
        .toList();
  }

  /** Reads a durable topic back; of a store that can only be read forwards, nothing. */
  List<Message> readBefore(TopicName topic, OptionalLong seq, int limit) {
    return positions()
        .map(index -> PrecedingMessages.before(durable, index, topic, seq, limit))
        .orElse(List.of());
  }

  /** Finds what is kept; of a store that can only be read forwards, nothing. */
  SearchResult search(List<TopicName> topics, SearchQuery query) {
    return abilities
        .searchable()
        .or(() -> positions().map(index -> new LinearSearch(durable, index)))
        .map(able -> able.search(topics, query))
        .orElse(UNKNOWN);
  }

  /** Reads what is kept of a thread; of a store that can only be read forwards, nothing. */
  SearchResult thread(TopicName topic, MessageId root) {
    return positions()
        .map(index -> ThreadCollector.of(durable, index, topic, root))
        .orElse(UNKNOWN);
  }

  private Optional<SeekableBackend> positions() {
    return abilities.seekable();
  }

  /** The message at {@code seq} of a durable topic, where it is kept. */
  Optional<Message> message(TopicName topic, long seq) {
    return positions()
        .map(index -> index.cursorAfter(topic, seq - 1))
        .map(before -> durable.fetchAfter(topic, Optional.of(before), 1))
        .flatMap(page -> page.messages().stream().findFirst())
        .map(StoredMessage::message)
        .filter(message -> message.seq() == seq);
  }

  /**
   * The number before the first message of a durable topic since {@code time}, among the last of
   * them; empty where there is none.
   */
  OptionalLong beforeFirstSince(TopicName topic, Instant time) {
    return durable.fetchAfter(topic, Optional.empty(), LOOKED_THROUGH).messages().stream()
        .map(StoredMessage::message)
        .filter(message -> !message.sentAt().isBefore(time))
        .mapToLong(message -> message.seq() - 1)
        .findFirst();
  }

  void connect() {
    ephemeral.connect();
    durable.connect();
  }

  void disconnect() {
    durable.disconnect();
    ephemeral.disconnect();
  }
}

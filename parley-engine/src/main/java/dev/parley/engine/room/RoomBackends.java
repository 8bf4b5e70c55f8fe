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
 * The backends of rooms.
 *
 * @param broker passes the messages of ephemeral rooms to other nodes, and never writes them; empty
 *     where this node has them alone
 * @param durable the backend of durable rooms
 * @param abilities the abilities of {@code durable}
 * @param mode the way several nodes share rooms
 */
public record RoomBackends(
    Optional<MessageBackend> broker,
    MessageBackend durable,
    BackendAbilities abilities,
    ClusterMode mode) {

  /** The way ephemeral messages reach other nodes. */
  public enum ClusterMode {
    /** There is one node. */
    SINGLE_NODE,
    /** Over a broker. */
    BROKERED,
    /** Not at all: every room is durable. */
    ALL_DURABLE
  }

  private static final SearchResult UNKNOWN =
      new SearchResult(List.of(), true, OptionalLong.empty());
  private static final int MAX_SCANNED = 1_000;

  /** Returns the log of a durable topic, where its backend can seek. */
  Optional<DurableLog> log(TopicName topic, Executor reading) {
    return seekable()
        .map(
            index ->
                (seq, limit) ->
                    CompletableFuture.supplyAsync(() -> readFrom(topic, seq, limit), reading));
  }

  /**
   * Reads after {@code seq}; a log shorter than that, as after a restore, counts as read to its
   * end.
   */
  private List<Message> readFrom(TopicName topic, long seq, int limit) {
    try {
      return readAfter(topic, seq, limit);
    } catch (ParleyException refused) {
      if (refused.problem().code() == ProblemCode.POSITION_LOST) {
        return List.of();
      }
      throw refused;
    }
  }

  /** Reads a durable topic forwards; returns nothing where its backend cannot seek. */
  List<Message> readAfter(TopicName topic, long seq, int limit) {
    return seekable()
        .map(index -> index.cursorAfter(topic, seq))
        .map(after -> durable.fetchAfter(topic, Optional.of(after), limit).messages())
        .orElse(List.of())
        .stream()
        .map(StoredMessage::message)
        .toList();
  }

  /** Reads a durable topic backwards; returns nothing where its backend cannot seek. */
  List<Message> readBefore(TopicName topic, OptionalLong seq, int limit) {
    return seekable()
        .map(index -> PrecedingMessages.before(durable, index, topic, seq, limit))
        .orElse(List.of());
  }

  /** Searches stored messages; finds nothing where the backend cannot seek. */
  SearchResult search(List<TopicName> topics, SearchQuery query) {
    return abilities
        .searchable()
        .or(() -> seekable().map(index -> new LinearSearch(durable, index)))
        .map(able -> able.search(topics, query))
        .orElse(UNKNOWN);
  }

  /** Reads a thread; returns nothing where the backend cannot seek. */
  SearchResult thread(TopicName topic, MessageId root) {
    return seekable().map(index -> ThreadCollector.of(durable, index, topic, root)).orElse(UNKNOWN);
  }

  private Optional<SeekableBackend> seekable() {
    return abilities.seekable();
  }

  /** Returns the message {@code seq} of a durable topic, if it is stored. */
  Optional<Message> message(TopicName topic, long seq) {
    return seekable()
        .map(index -> index.cursorAfter(topic, seq - 1))
        .map(before -> durable.fetchAfter(topic, Optional.of(before), 1))
        .flatMap(page -> page.messages().stream().findFirst())
        .map(StoredMessage::message)
        .filter(message -> message.seq() == seq);
  }

  /**
   * Returns the number before the first message of a durable topic since {@code time}, among the
   * most recent ones; empty where there is none.
   */
  OptionalLong beforeFirstSince(TopicName topic, Instant time) {
    return durable.fetchAfter(topic, Optional.empty(), MAX_SCANNED).messages().stream()
        .map(StoredMessage::message)
        .filter(message -> !message.sentAt().isBefore(time))
        .mapToLong(message -> message.seq() - 1)
        .findFirst();
  }

  void connect() {
    broker.ifPresent(MessageBackend::connect);
    durable.connect();
  }

  void disconnect() {
    durable.disconnect();
    broker.ifPresent(MessageBackend::disconnect);
  }
}

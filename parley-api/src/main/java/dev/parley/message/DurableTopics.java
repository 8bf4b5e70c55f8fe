package dev.parley.message;

import dev.parley.agent.Inbox;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.id.RoomName;
import dev.parley.page.PageSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The durable topics: messages that are stored, to be posted and read. Each topic is a durable
 * room. A message posted here is pushed to the members of the room of that name, and a message sent
 * in that room can be read here. Posting and reading need no membership.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the backend cannot be reached, with {@code connection_closed} once the connection has ended, and
 * with {@code topic_not_allowed} where the deployer allows other topics only. A search of all
 * topics skips those that are not allowed.
 */
public interface DurableTopics {
  /** The maximum number of messages one call reads. */
  int MAX_READ = 1_000;

  /** The maximum number of messages one search scans in a backend without an index. */
  int MAX_LOOKED_AT = 100_000;

  /** The maximum number of messages read of one thread. */
  int MAX_OF_A_THREAD = 1_000;

  /** The maximum number of topics one search covers. */
  int MAX_SEARCHED = 1_000;

  /**
   * Posts {@code body}; returns once it is stored durably. The first post makes the room durable:
   * from then on every message of the room is stored, and its numbering continues.
   *
   * @param inReplyTo the message it answers, which need not be stored
   * @throws dev.parley.problem.ParleyException {@code rate_limited}, which uses up nothing
   */
  Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo);

  /**
   * Posts as {@link #post(RoomName, Body, Optional)}, but only once for a {@code key}, however
   * often it is called. A repeat returns the message of the first call and delivers nothing again.
   * A key belongs to the connection's agent and to this topic.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the agent used the key in
   *     this topic for another message; {@code invalid_argument} where the topic's backend does not
   *     support keys
   */
  Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo, IdempotencyKey key);

  /**
   * Reads messages in order. Without a cursor it reads the most recent ones.
   *
   * @param since the cursor to read after; {@link Cursor#BEGINNING} reads from the oldest message
   * @param limit 1 to {@value #MAX_READ}
   * @return the messages, and the cursor to continue from; an empty page for a topic without posts
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another limit or a text
   *     that is not a cursor; {@code position_lost} for a cursor of another topic, of a log that no
   *     longer exists, or past the end of this one
   */
  MessagePage fetchRecent(RoomName topic, Optional<Cursor> since, int limit);

  /**
   * Reads, in order, the messages after a number.
   *
   * @param seq the number; 0 for the beginning
   * @param limit 1 to {@value #MAX_READ}
   * @return nothing for a room that is not durable, or a backend that can only be read forwards
   * @throws dev.parley.problem.ParleyException {@code position_lost} past the end of the log
   */
  List<Message> readAfter(RoomName topic, long seq, int limit);

  /**
   * Reads, in order, the messages right before a number.
   *
   * @param seq the number; empty for the end
   * @param limit 1 to {@value #MAX_READ}
   * @return nothing for a room that is not durable, or a backend that can only be read forwards
   */
  List<Message> readBefore(RoomName topic, OptionalLong seq, int limit);

  /** Lists the topics: the durable rooms, by name. */
  List<RoomName> topics();

  /**
   * Reads as {@link #fetchRecent} and, where there is nothing, waits for a message. No thread is
   * blocked meanwhile.
   *
   * @param patience the longest wait; more than {@link Inbox#MAX_WAIT} counts as {@link
   *     Inbox#MAX_WAIT}
   * @return completed as soon as there is a message; with an empty page once patience has ended
   */
  CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, int limit, Duration patience);

  /**
   * Waits as {@link #awaitRecent(RoomName, Optional, int, Duration)}, with a page limited by {@code
   * size}: the first messages after a cursor, the most recent ones without a cursor.
   *
   * @param size its limit is 1 to {@value #MAX_READ}
   */
  CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, PageSize<StoredMessage> size, Duration patience);

  /**
   * Acknowledges everything up to {@code seq} in a durable room for this agent. An agent that has
   * acknowledged once gets, whenever it joins the room, every message it has not acknowledged.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a number below 1 or
   *     above the newest; {@code not_found} for a room that is not durable
   */
  void acknowledge(RoomName topic, long seq);

  /**
   * Returns the delivery status of a message of a durable room. Its recipients are the agents that
   * were in the room, or had read it, when the message was posted, and have not left it.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} where no such message is stored
   */
  DeliveryStatus status(RoomName topic, long seq);

  /**
   * Searches messages, newest first: those of one topic in its order, those of several by time.
   * Without an index, the search covers the last {@value #MAX_LOOKED_AT} messages. It never covers
   * more than {@value #MAX_SEARCHED} topics at once.
   *
   * @return the messages found, and whether there may be more
   */
  SearchResult search(SearchQuery query);

  /**
   * Reads a message and all its direct and indirect replies in the same topic, in order. It
   * searches the last {@value #MAX_LOOKED_AT} messages. Replies are read even where the message
   * itself is not stored.
   *
   * @return at most the first {@value #MAX_OF_A_THREAD}, and whether there may be more
   */
  SearchResult thread(RoomName topic, MessageId root);
}

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
 * What is said and kept. A topic of the bus is a durable room: whoever is in the room of that name
 * is pushed what is posted here, and what is sent there can be read here. Nobody has to be in a
 * room to post to it or to read it.
 *
 * <p>All methods may be called from any thread. All may be refused with {@code unavailable} while
 * the store is away, with {@code connection_closed} once the connection has ended, and with {@code
 * topic_not_allowed} where the deployer allows other topics only. A search of all topics passes
 * over those.
 */
public interface DurableTopics {
  /** The most messages one call reads. */
  int MAX_READ = 1_000;

  /** The most messages one search looks at, where the store has no index for it. */
  int MAX_LOOKED_AT = 100_000;

  /** The most messages that are read of a thread. */
  int MAX_OF_A_THREAD = 1_000;

  /** The most topics one search looks in. */
  int MAX_SEARCHED = 1_000;

  /**
   * Posts {@code body}; returns once it is kept for good. The first post makes the room durable:
   * from then on everything said in it is kept, and its positions go on where they were.
   *
   * @param inReplyTo the message it answers, whether or not that is kept
   * @throws dev.parley.problem.ParleyException {@code rate_limited}, which costs nothing
   */
  Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo);

  /**
   * Posts as {@link #post(RoomName, Body, Optional)}, once however often it is called under {@code
   * key}: a repeat is answered with the message of the first call, and nobody gets it again. The
   * key is of the connection's agent and of this topic.
   *
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the agent used the key in
   *     this topic for another message; {@code invalid_argument} where the topic's backend knows no
   *     keys
   */
  Message post(RoomName topic, Body body, Optional<MessageId> inReplyTo, IdempotencyKey key);

  /**
   * Reads in order. Without a cursor it reads the most recent messages.
   *
   * @param since read what follows this cursor; {@link Cursor#BEGINNING} reads from the oldest on
   * @param limit 1 to {@value #MAX_READ}
   * @return the messages, and the cursor to go on from; nothing of a topic nobody posted to
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for another limit or what
   *     is no cursor; {@code position_lost} for one of another topic, of a log that is no more, or
   *     past the end of this one
   */
  MessagePage fetchRecent(RoomName topic, Optional<Cursor> since, int limit);

  /**
   * Reads in order what follows a position.
   *
   * @param seq the position; 0 for the beginning
   * @param limit 1 to {@value #MAX_READ}
   * @return nothing of a room of which nothing is kept, or of a store that can only be read
   *     forwards
   * @throws dev.parley.problem.ParleyException {@code position_lost} past the end of the log
   */
  List<Message> readAfter(RoomName topic, long seq, int limit);

  /**
   * Reads, in order as well, what stands right before a position.
   *
   * @param seq the position; empty for the end
   * @param limit 1 to {@value #MAX_READ}
   * @return nothing of a room of which nothing is kept, or of a store that can only be read
   *     forwards
   */
  List<Message> readBefore(RoomName topic, OptionalLong seq, int limit);

  /** The topics there are: the rooms of which messages are kept, by name. */
  List<RoomName> topics();

  /**
   * {@link #fetchRecent}, and where there is nothing, waits for it; no thread waits meanwhile.
   *
   * @param patience how long to wait; longer than {@link Inbox#MAX_WAIT} is that long
   * @return completed as soon as there is something; with an empty page once patience has ended
   */
  CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, int limit, Duration patience);

  /**
   * The same, of which a page of {@code size} is handed over: the first messages after a cursor,
   * the most recent ones without.
   *
   * @param size its limit is 1 to {@value #MAX_READ}
   */
  CompletionStage<MessagePage> awaitRecent(
      RoomName topic, Optional<Cursor> since, PageSize<StoredMessage> size, Duration patience);

  /**
   * Says that this agent has seen everything up to {@code seq} in a durable room. An agent that
   * does so once is handed again, whenever it joins the room, what it has not said this of.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} for a position below 1 or
   *     above the newest; {@code not_found} for a room of which nothing is kept
   */
  void acknowledge(RoomName topic, long seq);

  /**
   * Tells how far a message of a durable room has got with those it is for: the agents that were in
   * the room, or had read it, when it was posted, and have not left it.
   *
   * @throws dev.parley.problem.ParleyException {@code not_found} where no such message is kept
   */
  DeliveryStatus status(RoomName topic, long seq);

  /**
   * Finds what was said, the newest first: of one topic in its order, of several by time. What a
   * store has no index for is looked for in the last {@value #MAX_LOOKED_AT} messages, and in no
   * more than {@value #MAX_SEARCHED} topics at once.
   *
   * @return what was found, and whether there may be more
   */
  SearchResult search(SearchQuery query);

  /**
   * Reads a message and whatever replies to it, to a reply to it and so on in the same topic, in
   * order. It looks for them in the last {@value #MAX_LOOKED_AT} messages. Replies are read whether
   * or not the message itself is kept.
   *
   * @return the first {@value #MAX_OF_A_THREAD} at most, and whether there may be more
   */
  SearchResult thread(RoomName topic, MessageId root);
}

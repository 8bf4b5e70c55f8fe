package dev.parley.spi;

import dev.parley.id.AgentId;
import dev.parley.message.Cursor;
import dev.parley.message.MessageDraft;
import dev.parley.message.MessagePage;
import dev.parley.message.StoredMessage;
import dev.parley.message.Subscription;
import dev.parley.message.TopicName;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a store has to offer to carry topics: an append, a read after a position, and a nudge.
 * Presence, dedup, long polling and rosters are built once above it.
 *
 * <p>All methods may be called from any thread, between {@link #connect} and {@link #disconnect}.
 * Outside of it they throw {@link IllegalStateException}. A store that is away throws {@link
 * dev.parley.problem.ParleyException} with {@code unavailable}, and nothing was changed; but for a
 * post that was sent and not answered, which may stand in its topic all the same.
 */
public interface MessageBackend {

  /** Opens the store. May be called again after {@link #disconnect}. */
  void connect();

  /**
   * Closes the store and ends every subscription: when this returns, no follower is called any
   * more. A second call does nothing.
   */
  void disconnect();

  /**
   * Tells {@code follower} of every message posted to {@code topic} from now on, its own poster's
   * included, in the order of the topic, each once, and never two at a time. What was posted before
   * is not told: that is {@link #fetchAfter}'s.
   *
   * <p>The follower is quick and never calls back into the backend. One that throws is told of the
   * next message all the same. A topic has any number of followers.
   *
   * @return ends this subscription; when it returns, the follower is not called any more unless it
   *     is being called at that moment by another thread
   */
  Subscription subscribe(TopicName topic, Consumer<StoredMessage> follower);

  /**
   * Appends {@code draft} to its topic, which is made where it is absent. Returns when the store
   * has it for good, as far as this store promises anything for good.
   *
   * @return the message with its id and position, and the cursor right after it
   */
  StoredMessage post(MessageDraft draft);

  /**
   * Reads {@code topic} in order.
   *
   * @param after read what follows this cursor, {@link Cursor#BEGINNING} for all that is kept;
   *     empty reads the most recent messages
   * @param limit at most this many, 1 or more
   * @return the messages in order, and the cursor to go on from. A topic nobody posted to is an
   *     empty page with a cursor that may be used. Where messages after the cursor are no longer
   *     kept, the page begins with the oldest that is.
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where the cursor is none of
   *     this store's; {@code position_lost} where it is of another log than this topic has now,
   *     where it is past the end of the log, and where another message than the one it followed
   *     stands at its position, as after the store was put back to an older copy
   */
  MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit);

  /**
   * The store's own name for an agent, for a store that has accounts; others answer with the
   * agent's own name.
   */
  String resolveIdentity(AgentId agent);

  /**
   * The kind of store in lower case, as the state of a server names it; for example {@code redis}.
   */
  default String name() {
    return "other";
  }
}

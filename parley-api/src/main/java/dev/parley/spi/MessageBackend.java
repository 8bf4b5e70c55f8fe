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
 * The storage of topics: an append, a read after a cursor, and a notification. Presence, dedup,
 * long polling and rosters are built once above it.
 *
 * <p>All methods may be called from any thread, between {@link #connect} and {@link #disconnect}.
 * Outside of it they throw {@link IllegalStateException}. A backend that cannot be reached throws
 * {@link dev.parley.problem.ParleyException} with {@code unavailable}, and nothing was changed. The
 * one exception is a post that was sent and not answered: it may be in its topic all the same. A
 * backend that knows of one throws {@link dev.parley.problem.OutcomeUnknown}, of the same code.
 */
public interface MessageBackend {

  /** Connects the backend. May be called again after {@link #disconnect}. */
  void connect();

  /**
   * Disconnects the backend and ends every subscription: when this returns, no follower is called
   * any more. A second call does nothing.
   */
  void disconnect();

  /**
   * Passes the messages of {@code topic} to {@code follower}: those after a cursor that are kept,
   * and then each one when it is posted, its own poster's included. They come in the order of the
   * topic, each once, and never two at a time. The calling thread may pass the earlier ones before
   * this returns.
   *
   * <p>The follower is quick and never calls back into the backend. A follower that throws gets the
   * next message all the same. A topic has any number of followers.
   *
   * @param from follows what comes after this cursor, {@link Cursor#BEGINNING} for all that is
   *     kept; empty follows what is posted from now on
   * @return ends this subscription; when it returns, the follower is not called any more unless it
   *     is being called at that moment by another thread
   * @throws dev.parley.problem.ParleyException as {@link #fetchAfter} for a cursor that cannot be
   *     followed; then the follower is not called any more
   */
  Subscription follow(TopicName topic, Optional<Cursor> from, Consumer<StoredMessage> follower);

  /**
   * Appends {@code draft} to its topic, which is created where it is absent. Returns when the
   * backend has stored it for good, as far as this backend promises anything for good.
   *
   * @return the message with its id and sequence number, and the cursor right after it
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
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} where the cursor is not of
   *     this backend; {@code position_lost} where it is of another log than this topic has now, and
   *     where it is past the end of the log. Also {@code position_lost} where another message than
   *     the one it followed has its sequence number, as after the backend was restored from an
   *     older copy
   */
  MessagePage fetchAfter(TopicName topic, Optional<Cursor> after, int limit);

  /**
   * Returns the backend's own name for an agent, for a backend that has accounts; others return the
   * agent's own name.
   */
  String resolveIdentity(AgentId agent);

  /**
   * The kind of backend in lower case, as the state of a server names it; for example {@code
   * redis}.
   */
  default String name() {
    return "other";
  }
}

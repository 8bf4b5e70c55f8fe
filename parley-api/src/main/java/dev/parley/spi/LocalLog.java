package dev.parley.spi;

import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.Cursor;
import dev.parley.message.Message;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.message.TopicName;
import java.util.Optional;

/**
 * Topics in the database of this Parley, for a backend over a system that has messages and ids of
 * its own and no sequence numbers. Such a backend copies each message of the other system, its
 * original, to the topic, in the order in which it learns of them. A topic has one copy of an
 * original, whichever node made it.
 *
 * <p>The backend that uses a log connects and disconnects it.
 */
public interface LocalLog extends MessageBackend, SeekableBackend, HealthAware {

  /**
   * Appends the copy of a message, unless the topic has one.
   *
   * @param draft what the message says; of an original that was copied before, nothing of it counts
   * @param original the message in the other system, whose time the copy has
   * @param key the sender's name of the post, for {@link #find}; empty where it has none
   * @return the copy, or the one that was made before
   */
  StoredMessage copy(MessageDraft draft, Original original, Optional<IdempotencyKey> key);

  /**
   * The original of the newest copy of a topic but {@code skipped}; of the oldest copy, where there
   * are no more than that. Empty where the topic has no copy.
   *
   * @param before only copies with a smaller sequence number count
   * @param skipped 0 or more
   */
  Optional<Original> newest(TopicName topic, long before, int skipped);

  /**
   * Notes the original of a message that was not copied from the other system but sent to it. Does
   * nothing where the message or the original is linked.
   */
  void link(Message message, Original original);

  /**
   * A cursor of a topic whose messages are linked as they are sent to the other system. It is
   * before the first one that has no original and was posted after the first call for this topic,
   * in whichever run or node; at the end where there is none.
   */
  Cursor beforeFirstToSend(TopicName topic);

  /** The id of the copy of an original; empty where the topic has none, or no longer. */
  Optional<MessageId> copyOf(TopicName topic, String originalId);

  /** The id of the original of a copy; empty where the topic has no such copy, or no longer. */
  Optional<String> originalOf(TopicName topic, MessageId copy);

  /**
   * The message that the sender of {@code draft} posted to its topic under {@code key}.
   *
   * @return its id, sequence number and time, with {@code draft}; empty where there is none
   * @throws dev.parley.problem.ParleyException {@code key_reused} where it has another body or
   *     answers another message
   */
  Optional<StoredMessage> find(MessageDraft draft, IdempotencyKey key);
}

package dev.parley.spi;

import dev.parley.id.IdempotencyKey;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;

/**
 * A {@link MessageBackend} that recognizes a repeated post by its idempotency key. A key belongs to
 * the agent that posts, within one topic; each backend decides how long it remembers one.
 *
 * <p>Without this ability, a post with a key is refused.
 */
public interface IdempotentPosts {

  /**
   * Appends {@code draft} as {@link MessageBackend#post} does, unless its sender's agent posted
   * under {@code key} to this topic before. Then nothing is appended and no follower is notified.
   *
   * @return the message; of an earlier post its id, sequence number and time, with {@code draft}
   * @throws dev.parley.problem.ParleyException {@code key_reused} where the earlier post has
   *     another body or answers another message; else as {@link MessageBackend#post}
   */
  StoredMessage post(MessageDraft draft, IdempotencyKey key);
}

package dev.parley.engine.backend.jpa;

import dev.parley.id.IdempotencyKey;
import dev.parley.message.MessageDraft;
import dev.parley.spi.Original;
import org.jspecify.annotations.Nullable;

/**
 * A message to append.
 *
 * @param draft its content
 * @param key the sender's name of this post; null where it has none
 * @param original the message of another system that it is a copy of; null where it is none
 */
record NewPost(MessageDraft draft, @Nullable IdempotencyKey key, @Nullable Original original) {

  /** Returns whether {@code other} is of the same agent under the same key. */
  boolean hasKeyOf(NewPost other) {
    return key != null
        && key.equals(other.key)
        && draft.sender().agent().equals(other.draft.sender().agent());
  }
}

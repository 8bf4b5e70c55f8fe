package dev.parley.engine.backend;

import dev.parley.engine.id.Sha256;
import dev.parley.id.IdempotencyKey;
import dev.parley.id.MessageId;
import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.KeyReused;
import dev.parley.problem.ParleyException;
import dev.parley.spi.MessageBackend;
import org.jspecify.annotations.Nullable;

/** The rules of posts under idempotency keys, the same for every backend. */
public final class PostIdempotency {
  private PostIdempotency() {}

  /**
   * Posts to {@code backend}, once under {@code key} where there is one.
   *
   * @throws ParleyException {@code invalid_argument} for a key where the backend knows none
   */
  public static StoredMessage post(
      MessageBackend backend, MessageDraft draft, @Nullable IdempotencyKey key) {
    if (key == null) {
      return backend.post(draft);
    }
    return BackendAbilities.of(backend)
        .idempotent()
        .orElseThrow(
            () ->
                InvalidArgument.refusal(
                    "idempotency_key",
                    "the backend of this room knows no idempotency keys; leave it out"))
        .post(draft, key);
  }

  /** Refuses with {@code key_reused} what is not the {@code same} as the post {@code first}. */
  public static void refuseOther(IdempotencyKey key, MessageId first, boolean same) {
    if (!same) {
      throw new ParleyException(new KeyReused(key.value(), "message", first.value()));
    }
  }

  /** Returns whether two drafts of one agent say the same to the same topic. */
  public static boolean areSame(MessageDraft first, MessageDraft again) {
    return first.body().equals(again.body()) && first.inReplyTo().equals(again.inReplyTo());
  }

  /** A digest of what {@link #areSame} compares. */
  public static String contentDigest(MessageDraft draft) {
    return digest(draft.inReplyTo().map(MessageId::value).orElse(""), draft.body().text());
  }

  /** A digest of an agent's key, of one length whatever the key. */
  public static String keyDigest(MessageDraft draft, IdempotencyKey key) {
    return digest(draft.sender().agent().value(), key.value());
  }

  /** A digest of two texts, of which the first has no U+0000. */
  private static String digest(String one, String two) {
    return Sha256.hex(one + '\0' + two);
  }
}

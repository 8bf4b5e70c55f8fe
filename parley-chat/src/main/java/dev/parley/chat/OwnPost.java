package dev.parley.chat;

import dev.parley.message.MessageDraft;
import dev.parley.message.StoredMessage;
import dev.parley.spi.Original;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A post of this Parley to a room, until the topic has it. */
final class OwnPost {

  /**
   * One of the messages that make up a post.
   *
   * @param post the post
   * @param isLast whether the post is whole with it
   */
  record Part(OwnPost post, boolean isLast) {}

  private final MessageDraft draft;
  private final String nonce;
  private final Function<Original, StoredMessage> store;
  private final CompletableFuture<StoredMessage> stored = new CompletableFuture<>();

  /**
   * A post.
   *
   * @param nonce 26 letters and digits that no other post has
   * @param store stores it, or notes that it was sent, by its message in the room
   */
  OwnPost(MessageDraft draft, String nonce, Function<Original, StoredMessage> store) {
    this.draft = draft;
    this.nonce = nonce;
    this.store = store;
  }

  MessageDraft draft() {
    return draft;
  }

  String nonce() {
    return nonce;
  }

  /** Completed when the topic has it. */
  CompletableFuture<StoredMessage> stored() {
    return stored;
  }

  /** Stores the post, unless it is. Called by one thread at a time. */
  void store(Original original) {
    if (!stored.isDone()) {
      stored.complete(store.apply(original));
    }
  }
}

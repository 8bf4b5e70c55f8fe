package dev.parley.chat;

import java.util.concurrent.CompletableFuture;

/** Receives what happens in the rooms of a {@link ChatConnection}. */
public interface ChatListener {

  /**
   * Takes a message of a room, in the order of the room as far as the system knows it. The same
   * message may come again. Does not block.
   *
   * @return completed when the message is stored; exceptionally where it could not be stored, so
   *     that a system without a history passes it again
   */
  CompletableFuture<Void> message(String room, ChatMessage message);

  /**
   * Takes note that messages come from now on. Messages from before may be missing and are read
   * from the history, before what comes from now on is copied. Does not block.
   */
  void connected();

  /**
   * Takes note that messages of one room may be missing. They are read from the history, before
   * what comes from now on is copied. Does not block.
   */
  default void missed(String room) {
    connected();
  }
}

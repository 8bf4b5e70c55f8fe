package dev.parley.chat.telegram;

import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import java.util.concurrent.CompletableFuture;

/** A listener that stores nothing and says it has. */
final class TelegramSilentListener implements ChatListener {
  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void connected() {}
}

package dev.parley.chat.slack;

import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Records what a connection passes on. */
final class SlackRecorder implements ChatListener {
  private final List<ChatMessage> messages = new CopyOnWriteArrayList<>();
  private final AtomicInteger connected = new AtomicInteger();

  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    messages.add(message);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void connected() {
    connected.incrementAndGet();
  }

  List<ChatMessage> messages() {
    return List.copyOf(messages);
  }

  List<String> texts() {
    return messages.stream().map(ChatMessage::text).toList();
  }

  int connections() {
    return connected.get();
  }
}

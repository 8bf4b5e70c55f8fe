package dev.parley.chat.xmpp;

import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A listener that notes all it gets. */
final class XmppRecorder implements ChatListener {
  private final Queue<ChatMessage> messages = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> missed = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();

  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    messages.add(message);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void missed(String room) {
    missed.add(messages.size());
  }

  @Override
  public void connected() {
    connections.incrementAndGet();
  }

  List<ChatMessage> messages() {
    return List.copyOf(messages);
  }

  List<String> texts() {
    return messages.stream().map(ChatMessage::text).toList();
  }

  /** The numbers of messages after which some may have been missed. */
  List<Integer> missed() {
    return List.copyOf(missed);
  }

  int connections() {
    return connections.get();
  }
}

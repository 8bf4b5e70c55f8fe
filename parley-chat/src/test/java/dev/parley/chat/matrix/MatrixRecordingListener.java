package dev.parley.chat.matrix;

import static dev.parley.Eventually.eventually;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.message.TopicName;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A login whose messages are recorded. */
final class MatrixRecordingListener implements ChatListener, AutoCloseable {
  private final List<ChatMessage> messages = new CopyOnWriteArrayList<>();
  private final AtomicInteger connects = new AtomicInteger();
  private final ChatConnection connection;

  MatrixRecordingListener(MatrixChat system) {
    connection = system.connect(this);
  }

  ChatConnection connection() {
    return connection;
  }

  /**
   * Opens a topic whose room this account has not joined. The timeline of such a room is limited,
   * so the listener is called once.
   */
  String open(TopicName topic) {
    int before = connects.get();
    String room = connection.open(topic);
    eventually("the room is in the stream", () -> connects.get() > before);
    return room;
  }

  List<ChatMessage> messages() {
    return messages;
  }

  List<String> texts() {
    return messages.stream().map(ChatMessage::text).toList();
  }

  /** The number of calls of {@link #connected}. */
  int connects() {
    return connects.get();
  }

  @Override
  public CompletableFuture<Void> message(String room, ChatMessage message) {
    messages.add(message);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void connected() {
    connects.incrementAndGet();
  }

  @Override
  public void close() {
    connection.close();
  }
}

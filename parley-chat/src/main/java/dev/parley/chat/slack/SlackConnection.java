package dev.parley.chat.slack;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.List;
import java.util.Optional;

/** A login to a Slack workspace. */
final class SlackConnection implements ChatConnection {
  private final ChatAddress address;
  private final SlackCalls calls;
  private final SlackRooms rooms;
  private final SlackHistory history;
  private final SlackPosts posts;
  private final SlackEvents events;
  private final SlackApp app;

  /** A login whose parts are connected. */
  SlackConnection(
      ChatAddress address,
      SlackCalls calls,
      SlackRooms rooms,
      SlackHistory history,
      SlackPosts posts,
      SlackEvents events,
      SlackApp app) {
    this.address = address;
    this.calls = calls;
    this.rooms = rooms;
    this.history = history;
    this.posts = posts;
    this.events = events;
    this.app = app;
  }

  @Override
  public Optional<String> find(TopicName topic) {
    return rooms.find(topic);
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return address.topicOf(room);
  }

  @Override
  public String open(TopicName topic) {
    return rooms.open(topic);
  }

  @Override
  public Original send(String room, OutgoingMessage message) {
    history.forget(room);
    return posts.send(room, message);
  }

  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    List<ChatMessage> messages = history.read(room, after, limit);
    messages.forEach(message -> posts.note(room, message));
    return messages;
  }

  @Override
  public boolean hasHistory() {
    return true;
  }

  @Override
  public boolean echoes() {
    return true;
  }

  @Override
  public boolean isReachable() {
    return app.isOpen() && !calls.isLoginRefused();
  }

  @Override
  public void close() {
    app.leave(events);
    events.close();
  }
}

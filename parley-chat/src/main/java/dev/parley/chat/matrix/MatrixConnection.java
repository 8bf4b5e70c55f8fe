package dev.parley.chat.matrix;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatFailure;
import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatAnswer;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A login to Matrix. */
final class MatrixConnection implements ChatConnection {
  private final MatrixSession session;
  private final MatrixRooms rooms;
  private final MatrixHistory history;
  private final MatrixSync sync;

  MatrixConnection(
      MatrixSettings settings, MatrixSession session, String user, ChatListener listener) {
    this.session = session;
    MatrixMembers members = new MatrixMembers(session);
    MatrixEvents events = new MatrixEvents(user, settings.trusted(), members);
    this.rooms = new MatrixRooms(settings, session, user);
    this.history = new MatrixHistory(session, events);
    this.sync = new MatrixSync(session, user, events, listener);
  }

  /** The rooms that the address names, by their ids or aliases. */
  Set<String> mappedRooms() {
    return rooms.mapped();
  }

  /** Joins a room that the address names, from whose messages on the listener is called. */
  void openMapped(String room) {
    sync.include(rooms.openMapped(room));
  }

  /** Begins to call the listener. */
  void begin() {
    sync.begin();
  }

  @Override
  public Optional<String> find(TopicName topic) {
    return rooms.find(topic);
  }

  @Override
  public Optional<TopicName> topicOf(String room) {
    return rooms.topicOf(room);
  }

  @Override
  public String open(TopicName topic) {
    String room = rooms.open(topic);
    sync.include(room);
    return room;
  }

  /**
   * {@inheritDoc} The nonce is the id of the transaction, of which the server makes one event. The
   * answer has no time, so it is that of this computer; the event comes with the server's.
   */
  @Override
  public Original send(String room, OutgoingMessage message) {
    String path = MatrixIds.path("rooms", room, "send", "m.room.message", message.nonce());
    JsonNode content = MatrixContent.of(message);
    ChatAnswer answer = session.answer(http -> http.send("PUT", path, content));
    if (!answer.isOk()) {
      throw MatrixErrors.failure(answer, true, "sending m.room.message to " + room + " failed");
    }
    String id = MatrixJson.text(answer.document(), "event_id");
    if (id.isEmpty()) {
      throw ChatFailure.unknown("the answer to a message has no event_id", null);
    }
    return new Original(id, Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  @Override
  public List<ChatMessage> history(String room, Optional<Original> after, int limit) {
    return after
        .map(last -> history.after(room, last, limit))
        .orElseGet(() -> history.newest(room, limit));
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
    return sync.isReachable();
  }

  @Override
  public void close() {
    sync.close();
    session.close();
  }
}

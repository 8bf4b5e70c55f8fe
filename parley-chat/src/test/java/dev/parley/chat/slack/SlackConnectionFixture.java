package dev.parley.chat.slack;

import dev.parley.chat.ChatConnection;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.Envelope;
import dev.parley.chat.OutgoingMessage;
import dev.parley.id.RoomName;
import dev.parley.id.WorkspaceId;
import dev.parley.message.TopicName;
import dev.parley.spi.Original;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A connection to the emulated workspace, without a backend above it. */
abstract class SlackConnectionFixture {
  static final TopicName PLANNING = TopicName.of(WorkspaceId.DEFAULT, RoomName.of("planning"));

  private final List<ChatConnection> connections = new ArrayList<>();
  private final AtomicInteger nonces = new AtomicInteger();
  SlackEmulation emulation;
  SlackRecorder recorder;
  ChatConnection connection;
  String room;

  @BeforeEach
  void start() throws Exception {
    emulation = new SlackEmulation();
    recorder = new SlackRecorder();
    connection = connect(emulation.system(), recorder);
    room = connection.open(PLANNING);
  }

  @AfterEach
  void stop() {
    connections.forEach(ChatConnection::close);
    emulation.close();
  }

  ChatConnection connect(SlackChat system, SlackRecorder to) {
    ChatConnection made = system.connect(to);
    connections.add(made);
    return made;
  }

  SlackEmulatorWorkspace workspace() {
    return emulation.emulator().workspace();
  }

  SlackEmulatorChannel channel() {
    return emulation.channel(PLANNING);
  }

  String write(String text) {
    return emulation.write(PLANNING, "zoe", text, Optional.empty());
  }

  String answer(String id, String text) {
    return emulation.write(PLANNING, "zoe", text, Optional.of(id));
  }

  OutgoingMessage message(String body, Optional<String> inReplyTo) {
    String nonce = "nonce" + nonces.incrementAndGet();
    Envelope envelope = new Envelope("alice", "ally", true, nonce, 1, 1, body);
    return new OutgoingMessage("**ally (alice):** " + body, nonce, envelope, inReplyTo);
  }

  Original send(String body) {
    return connection.send(room, message(body, Optional.empty()));
  }

  Original sendAnswer(String id, String body) {
    return connection.send(room, message(body, Optional.of(id)));
  }

  static Original original(String ts) {
    return SlackTs.read(ts).orElseThrow().original();
  }

  /** All that the room has after a message, page by page. */
  List<ChatMessage> after(String ts, int limit) {
    List<ChatMessage> all = new ArrayList<>();
    Original last = original(ts);
    for (; ; ) {
      List<ChatMessage> page = connection.history(room, Optional.of(last), limit);
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      last = page.get(page.size() - 1).original();
    }
  }

  static List<String> texts(List<ChatMessage> messages) {
    return messages.stream().map(ChatMessage::text).toList();
  }
}

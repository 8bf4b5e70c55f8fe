package dev.parley.chat.discord;

import dev.parley.chat.emulator.Faults;
import dev.parley.chat.emulator.Faults.Fault;
import java.util.ArrayList;
import java.util.List;
import org.java_websocket.WebSocket;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A session of the gateway. Its events are numbered, and come again after a resume. */
final class DiscordEmulatorSession {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MESSAGE_CONTENT = 1 << 15;

  final String id;
  private final int intents;
  private final String bot;
  private final Faults faults;
  private final List<ObjectNode> events = new ArrayList<>();
  private WebSocket socket;
  private ObjectNode late;
  boolean isExpired;

  DiscordEmulatorSession(String id, int intents, String bot, Faults faults, WebSocket socket) {
    this.id = id;
    this.intents = intents;
    this.bot = bot;
    this.faults = faults;
    this.socket = socket;
  }

  synchronized boolean isAt(WebSocket other) {
    return socket == other;
  }

  /** Takes note that its connection ended. */
  synchronized void detach() {
    socket = null;
  }

  synchronized boolean isAttached() {
    return socket != null && socket.isOpen();
  }

  /** Whether events after {@code seq} can come again. */
  synchronized boolean has(long seq) {
    return seq >= 0 && seq <= events.size();
  }

  /** Sends what came after {@code seq} to another connection. */
  synchronized void resume(WebSocket other, long seq) {
    socket = other;
    for (ObjectNode event : events.subList((int) seq, events.size())) {
      socket.send(event.toString());
    }
    number("RESUMED", JSON.createObjectNode());
  }

  /** Sends an event. */
  synchronized void send(String type, JsonNode data) {
    if (!type.equals("MESSAGE_CREATE")) {
      number(type, data);
      return;
    }
    ObjectNode message = seen(data);
    if (late == null && faults.isDue(Fault.LATE_EVENT)) {
      late = message;
      return;
    }
    if (faults.isDue(Fault.EXPIRED)) {
      isExpired = true;
      cut();
      return;
    }
    if (faults.isDue(Fault.CUT_STREAM)) {
      cut();
    }
    number(type, message);
    if (faults.isDue(Fault.DOUBLED_EVENT)) {
      number(type, message);
    }
    flush();
  }

  /** Sends an event that is late. */
  synchronized void flush() {
    if (late != null) {
      ObjectNode message = late;
      late = null;
      number("MESSAGE_CREATE", message);
    }
  }

  /** The message as the intents of this session show it. */
  private ObjectNode seen(JsonNode data) {
    ObjectNode message = (ObjectNode) data.deepCopy();
    boolean isOwn = data.path("author").path("id").asString("").equals(bot);
    if (!isOwn && (intents & MESSAGE_CONTENT) == 0) {
      message.put("content", "");
      message.putArray("attachments");
    }
    return message;
  }

  private void number(String type, JsonNode data) {
    ObjectNode event = JSON.createObjectNode().put("op", 0).put("t", type);
    event.put("s", events.size() + 1).set("d", data);
    events.add(event);
    send(event);
  }

  /** Sends an operation that is no event. */
  synchronized void send(JsonNode payload) {
    if (isAttached()) {
      socket.send(payload.toString());
    }
  }

  /** Cuts the connection. */
  synchronized void cut() {
    if (socket != null) {
      socket.closeConnection(1006, "cut");
      socket = null;
    }
  }

  /** Closes the connection. */
  synchronized void close(int code) {
    if (socket != null) {
      socket.close(code, "closed");
      socket = null;
    }
  }
}

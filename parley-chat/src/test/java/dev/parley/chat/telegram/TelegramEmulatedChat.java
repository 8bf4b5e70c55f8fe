package dev.parley.chat.telegram;

import dev.parley.chat.http.ChatHttp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A chat of the emulator. Guarded by the emulator. */
final class TelegramEmulatedChat {
  private final long id;
  private final String type;
  private final String username;
  private final Map<Long, ObjectNode> messages = new LinkedHashMap<>();
  private final ObjectNode member = TelegramEmulator.object();
  private boolean mayMembersSend = true;
  private long nextMessage = 1;
  private @Nullable Long supergroup;

  TelegramEmulatedChat(long id, String type, String username) {
    this.id = id;
    this.type = type;
    this.username = username;
    member.put("status", type.equals("channel") ? "administrator" : "member");
    if (type.equals("channel")) {
      member.put("can_post_messages", true);
    }
  }

  long id() {
    return id;
  }

  String type() {
    return type;
  }

  String username() {
    return username;
  }

  /** The chat as messages name it. */
  ObjectNode json() {
    ObjectNode chat = TelegramEmulator.object();
    chat.put("id", id).put("type", type);
    if (type.equals("private")) {
      chat.put("first_name", "Zoe");
    } else {
      chat.put("title", "The " + type);
    }
    if (!username.isEmpty()) {
      chat.put("username", username);
    }
    return chat;
  }

  /** The chat as getChat describes it. */
  ObjectNode fullJson() {
    ObjectNode chat = json();
    if (!type.equals("private")) {
      chat.putObject("permissions").put("can_send_messages", mayMembersSend);
    }
    return chat;
  }

  /** The membership of the bot, to be changed by tests. */
  ObjectNode member() {
    return member;
  }

  /** Takes the right to send from the members. */
  void muteMembers() {
    mayMembersSend = false;
  }

  void becomes(long other) {
    supergroup = other;
  }

  @Nullable Long supergroup() {
    return supergroup;
  }

  /** Leaves out ids, as messages that the bot does not see do. */
  void skipIds(int count) {
    nextMessage += count;
  }

  /** A message with the next id. */
  ObjectNode next(ObjectNode sender) {
    ObjectNode message = TelegramEmulator.object();
    message.put("message_id", nextMessage++);
    message.set(type.equals("channel") ? "sender_chat" : "from", sender);
    message.set("chat", json());
    message.put("date", System.currentTimeMillis() / 1_000);
    return message;
  }

  void add(ObjectNode message) {
    messages.put(message.path("message_id").asLong(0), message);
  }

  @Nullable ObjectNode message(long number) {
    return messages.get(number);
  }

  void remove(long number) {
    messages.remove(number);
  }

  /** The messages, in their order. */
  List<JsonNode> messages() {
    return new ArrayList<>(messages.values());
  }

  /** The message that {@code message} answers, as messages name it. */
  static ObjectNode answered(ObjectNode message) {
    ObjectNode answered = (ObjectNode) ChatHttp.JSON.readTree(message.toString());
    answered.remove("reply_to_message");
    return answered;
  }
}

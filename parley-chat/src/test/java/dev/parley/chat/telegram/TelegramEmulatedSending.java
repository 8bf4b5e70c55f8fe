package dev.parley.chat.telegram;

import dev.parley.chat.emulator.EmulatorServer.Response;
import dev.parley.chat.http.ChatHttp;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The method sendMessage of the emulator, with the checks of the real one. */
final class TelegramEmulatedSending {
  private static final int MAX_TEXT = 4_096;
  private static final Set<String> ADMINISTRATORS = Set.of("administrator", "creator");

  private final TelegramEmulator emulator;

  TelegramEmulatedSending(TelegramEmulator emulator) {
    this.emulator = emulator;
  }

  /** A text as the system stores it: without control characters, trimmed. */
  static String clean(String text) {
    return text.replaceAll("[\\x00-\\x09\\x0b-\\x1f]", " ").strip();
  }

  /** Sends a message of the bot, which comes in no update. */
  Response send(TelegramEmulatedChat chat, JsonNode arguments) {
    String status = chat.member().path("status").asString("");
    JsonNode rights = chat.fullJson().path("permissions");
    boolean isMuted = !rights.path("can_send_messages").asBoolean(true);
    if (isMuted && !ADMINISTRATORS.contains(status)) {
      return TelegramEmulator.error(
          400, "Bad Request: not enough rights to send text messages to the chat");
    }
    String text = clean(arguments.path("text").asString(""));
    if (text.isEmpty()) {
      return TelegramEmulator.error(400, "Bad Request: message text is empty");
    }
    if (text.length() > MAX_TEXT) {
      return TelegramEmulator.error(400, "Bad Request: message is too long");
    }
    JsonNode entities = parsed(arguments.path("entities"));
    for (JsonNode entity : entities) {
      String wrong = wrong(entity, text.length());
      if (wrong != null) {
        return TelegramEmulator.error(400, "Bad Request: " + wrong);
      }
    }
    JsonNode reply = parsed(arguments.path("reply_parameters"));
    ObjectNode answered = chat.message(reply.path("message_id").asLong(0));
    if (answered == null
        && reply.has("message_id")
        && !reply.path("allow_sending_without_reply").asBoolean(false)) {
      return TelegramEmulator.error(400, "Bad Request: message to be replied not found");
    }
    return TelegramEmulator.ok(sent(chat, text, entities, answered));
  }

  /** A parameter that may be a JSON text in a form. */
  private static JsonNode parsed(JsonNode parameter) {
    return parameter.isString() ? ChatHttp.JSON.readTree(parameter.asString("")) : parameter;
  }

  private static @Nullable String wrong(JsonNode entity, int length) {
    if (!entity.path("type").isString()) {
      return "can't parse MessageEntity: Can't find field \"type\"";
    }
    int offset = entity.path("offset").asInt(-1);
    int end = offset + entity.path("length").asInt(-1);
    if (offset < 0 || end < offset) {
      return "can't parse MessageEntity: Can't find field \"offset\"";
    }
    return end > length
        ? "entity beginning at UTF-16 offset "
            + offset
            + " ends after the end of the text at UTF-16 offset "
            + end
        : null;
  }

  private ObjectNode sent(
      TelegramEmulatedChat chat, String text, JsonNode entities, @Nullable ObjectNode answered) {
    ObjectNode sender = chat.type().equals("channel") ? chat.json() : emulator.bot().deepCopy();
    ObjectNode message = chat.next(sender);
    if (answered != null) {
      message.set("reply_to_message", TelegramEmulatedChat.answered(answered));
    }
    message.put("text", text);
    if (!entities.isEmpty()) {
      message.set("entities", entities);
    }
    chat.add(message);
    return message.deepCopy();
  }
}

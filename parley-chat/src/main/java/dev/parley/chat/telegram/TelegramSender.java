package dev.parley.chat.telegram;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.OutgoingMessage;
import dev.parley.spi.Original;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends messages. Texts are plain, without a parse mode, so nothing that an agent writes is taken
 * for markup; the name of the agent is bold.
 */
final class TelegramSender {
  private static final String BOLD = "**";
  private static final String END_OF_PREFIX = ":** ";
  private static final int MAX_PREFIX = 120;

  private final TelegramApi api;
  private final TelegramRooms rooms;
  private final TelegramOrder order;

  TelegramSender(TelegramApi api, TelegramRooms rooms, TelegramOrder order) {
    this.api = api;
    this.rooms = rooms;
    this.order = order;
  }

  /** Sends a message, once; to the supergroup where the group has become one. */
  Original send(String room, OutgoingMessage message) {
    String chat = rooms.chatOf(room);
    TelegramAnswer answer = sendTo(chat, message);
    Optional<String> supergroup = answer.movedTo();
    if (supergroup.isPresent()) {
      rooms.move(chat, supergroup.get());
      chat = supergroup.get();
      answer = sendTo(chat, message);
    }
    return original(chat, answer);
  }

  private TelegramAnswer sendTo(String chat, OutgoingMessage message) {
    try {
      return api.change("sendMessage", parameters(chat, message));
    } catch (ChatFailure failure) {
      noteLoss(chat, failure);
      throw failure;
    }
  }

  private Original original(String chat, TelegramAnswer answer) {
    try {
      JsonNode sent = answer.result();
      order.sent(chat, TelegramMessages.number(sent));
      return TelegramMessages.original(sent);
    } catch (ChatFailure failure) {
      noteLoss(chat, failure);
      throw failure;
    }
  }

  private void noteLoss(String chat, ChatFailure failure) {
    if (failure.kind() == ChatFailure.Kind.UNKNOWN) {
      order.lost(chat);
    }
  }

  /** The parameters of a sending. */
  static ObjectNode parameters(String chat, OutgoingMessage message) {
    ObjectNode parameters = TelegramApi.parameters();
    parameters.put("chat_id", chat);
    String text = message.text();
    int end = text.indexOf(END_OF_PREFIX);
    if (text.startsWith(BOLD) && end > 0 && end < MAX_PREFIX) {
      String prefix = text.substring(BOLD.length(), end + 1);
      text = prefix + " " + text.substring(end + END_OF_PREFIX.length());
      ObjectNode bold = parameters.putArray("entities").addObject();
      bold.put("type", "bold").put("offset", 0).put("length", prefix.length());
    }
    parameters.put("text", text);
    parameters.putObject("link_preview_options").put("is_disabled", true);
    message
        .inReplyTo()
        .flatMap(id -> TelegramMessages.numberIn(chat, id))
        .ifPresent(
            number ->
                parameters
                    .putObject("reply_parameters")
                    .put("message_id", number)
                    .put("allow_sending_without_reply", true));
    return parameters;
  }
}

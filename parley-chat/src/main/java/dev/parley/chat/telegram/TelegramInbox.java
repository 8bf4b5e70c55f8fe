package dev.parley.chat.telegram;

import dev.parley.chat.ChatListener;
import dev.parley.chat.ChatMessage;
import dev.parley.engine.logging.Masking;
import dev.parley.problem.ParleyException;
import dev.parley.problem.ProblemCode;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import tools.jackson.databind.JsonNode;

/**
 * Passes updates on, one at a time: each is stored before the next one is passed, so a message that
 * could not be stored is not overtaken.
 */
final class TelegramInbox {
  private static final System.Logger LOG = System.getLogger(TelegramInbox.class.getName());

  private final TelegramRooms rooms;
  private final String bot;
  private final TelegramOrder order;
  private final ChatListener listener;

  TelegramInbox(TelegramLogin login, TelegramOrder order, ChatListener listener) {
    this.rooms = login.rooms();
    this.bot = login.id();
    this.order = order;
    this.listener = listener;
  }

  /** Passes an update on; false where its message could not be stored and has to come again. */
  boolean pass(JsonNode update) throws InterruptedException {
    JsonNode message = update.path(update.has("channel_post") ? "channel_post" : "message");
    String chat = TelegramMessages.chat(message);
    if (chat.isEmpty()) {
      return true; // no message
    }
    noteMove(message.path("migrate_from_chat_id"), chat);
    if (message.has("migrate_to_chat_id")) {
      rooms.move(chat, message.path("migrate_to_chat_id").asString(""));
    }
    Optional<String> room = rooms.roomOfChat(chat);
    if (room.isPresent()) {
      Optional<ChatMessage> read = TelegramMessages.read(message, bot);
      if (read.isPresent() && !isStored(room.get(), read.get())) {
        return false;
      }
    }
    order.passed(chat, TelegramMessages.number(message));
    return true;
  }

  private void noteMove(JsonNode group, String supergroup) {
    if (group.isIntegralNumber()) {
      rooms.move(group.asString(), supergroup);
    }
  }

  private boolean isStored(String room, ChatMessage message) throws InterruptedException {
    try {
      var unused = listener.message(room, message).get();
      return true;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof ParleyException refusal
          && refusal.problem().code().retry() == ProblemCode.Retry.NEVER) {
        LOG.log(
            System.Logger.Level.ERROR,
            "The message {0} is refused and dropped. {1}",
            message.original().id(),
            Masking.message(refusal));
        return true;
      }
      return false;
    }
  }
}

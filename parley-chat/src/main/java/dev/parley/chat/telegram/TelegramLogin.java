package dev.parley.chat.telegram;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatFailure;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.ParleyException;
import dev.parley.problem.Unavailable;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * A bot that is logged in and may read and write in all chats of the address.
 *
 * @param id the id of the bot
 * @param name the user name of the bot
 * @param rooms the chats
 */
record TelegramLogin(String id, String name, TelegramRooms rooms) {
  /**
   * Logs in and checks the rights of the bot.
   *
   * @throws ParleyException {@code invalid_argument} with the missing right; {@code unavailable}
   */
  static TelegramLogin check(TelegramApi api, ChatAddress address, TelegramTimes times) {
    try {
      JsonNode me = me(api);
      String name = me.path("username").asString("");
      if (!name.equalsIgnoreCase(address.host())) {
        throw refused(
            TelegramBackendProvider.TOKEN
                + " is the token of the bot "
                + name
                + ", and the address names "
                + address.host());
      }
      checkWebhook(api);
      String id = me.path("id").asString("");
      boolean readsAll = me.path("can_read_all_group_messages").asBoolean(false);
      return new TelegramLogin(id, name, new TelegramChats(api, id, name, readsAll).check(address));
    } catch (ChatFailure failure) {
      throw problem(failure, times.firstRetry());
    }
  }

  private static JsonNode me(TelegramApi api) {
    TelegramAnswer answer = api.read("getMe", TelegramApi.parameters());
    if (answer.isTokenRefused()) {
      throw refused(
          "Telegram does not accept the token in "
              + TelegramBackendProvider.TOKEN
              + "; take the present one from BotFather");
    }
    return answer.result();
  }

  /** Refuses a bot whose updates go elsewhere. The address of a webhook may have a secret. */
  private static void checkWebhook(TelegramApi api) {
    JsonNode hook = api.read("getWebhookInfo", TelegramApi.parameters()).result();
    if (!hook.path("url").asString("").isEmpty()) {
      throw refused(
          "a webhook receives the messages of this bot; end the program that set it and call"
              + " deleteWebhook, or use a bot of Parley alone");
    }
  }

  private static ParleyException problem(ChatFailure failure, Duration retry) {
    if (failure.kind() == ChatFailure.Kind.REFUSED) {
      return refused("Telegram refused the login: " + failure.getMessage());
    }
    Duration wait = failure.retryAfter().compareTo(retry) > 0 ? failure.retryAfter() : retry;
    return new ParleyException(new Unavailable(TelegramChat.NAME, wait));
  }

  /** The refusal of the address or of what it names. */
  static ParleyException refused(String reason) {
    return InvalidArgument.refusal("bus", reason);
  }
}

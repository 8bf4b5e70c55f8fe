package dev.parley.chat.telegram;

import dev.parley.chat.ChatAddress;
import dev.parley.chat.ChatFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Looks the chats of an address up and checks the rights of the bot in each. */
final class TelegramChats {
  private static final Set<String> ADMINISTRATORS = Set.of("administrator", "creator");
  private static final Set<String> OUTSIDE = Set.of("left", "kicked");
  private static final String CHANNEL = "channel";

  private final TelegramApi api;
  private final String botId;
  private final String bot;
  private final boolean readsAll;

  /**
   * The chats of a bot.
   *
   * @param readsAll whether its privacy mode is off
   */
  TelegramChats(TelegramApi api, String botId, String bot, boolean readsAll) {
    this.api = api;
    this.botId = botId;
    this.bot = bot;
    this.readsAll = readsAll;
  }

  /**
   * The rooms.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} with the missing right
   */
  TelegramRooms check(ChatAddress address) {
    Map<String, String> values = new TreeMap<>();
    address.rooms().forEach((name, chat) -> values.put("room." + name, chat));
    address.option("presence").ifPresent(chat -> values.put("presence", chat));
    Map<String, String> byValue = new LinkedHashMap<>();
    Map<String, String> moves = new LinkedHashMap<>();
    Map<String, String> options = new LinkedHashMap<>();
    values.forEach(
        (option, value) -> {
          String id = check(option, value, moves);
          String other = options.putIfAbsent(moves.getOrDefault(id, id), option);
          if (other != null) {
            throw TelegramLogin.refused(
                other + " and " + option + " are the same chat; each needs one of its own");
          }
          byValue.put(value, id);
        });
    TelegramRooms rooms = new TelegramRooms(address, byValue);
    moves.forEach(rooms::move);
    return rooms;
  }

  /** The id of a chat. */
  private String check(String option, String value, Map<String, String> moves) {
    JsonNode chat = result(option, value, "getChat", of(value));
    String id = chat.path("id").asString("");
    if (chat.path("type").asString("").equals("group")) {
      // The count of the members is refused where the group has become a supergroup.
      TelegramAnswer count = api.read("getChatMemberCount", of(id));
      if (count.movedTo().isPresent()) {
        String supergroup = count.movedTo().get();
        checkMember(option, value, result(option, supergroup, "getChat", of(supergroup)));
        moves.put(id, supergroup);
        return id;
      }
    }
    checkMember(option, value, chat);
    return id;
  }

  private void checkMember(String option, String value, JsonNode chat) {
    String type = chat.path("type").asString("");
    if (type.equals("private")) {
      return;
    }
    ObjectNode parameters = of(chat.path("id").asString(""));
    parameters.put("user_id", Long.parseLong(botId));
    JsonNode member = result(option, value, "getChatMember", parameters);
    String status = member.path("status").asString("");
    if (OUTSIDE.contains(status)) {
      throw noMember(option, value, "is not a member of it");
    }
    if (type.equals(CHANNEL)) {
      if (!ADMINISTRATORS.contains(status) || !may(member, "can_post_messages")) {
        throw TelegramLogin.refused(
            words(option, value)
                + ", a channel: make the bot "
                + bot
                + " an administrator of it who may post messages");
      }
    } else if (!ADMINISTRATORS.contains(status)) {
      checkPlainMember(option, value, chat, member);
    }
  }

  private void checkPlainMember(String option, String value, JsonNode chat, JsonNode member) {
    if (!readsAll) {
      throw TelegramLogin.refused(
          words(option, value)
              + ", where privacy mode hides the messages from the bot "
              + bot
              + ": switch privacy mode off at BotFather (/setprivacy) and add the bot to the group"
              + " again, or make it an administrator of the group");
    }
    boolean isRestricted = member.path("status").asString("").equals("restricted");
    JsonNode rights = isRestricted ? member : chat.path("permissions");
    if (!may(rights, "can_send_messages")) {
      throw TelegramLogin.refused(
          words(option, value)
              + ", where the bot "
              + bot
              + " may not send messages: give it the right to send messages there");
    }
  }

  /** Returns true for a right that is there; a right that is not named is. */
  private static boolean may(JsonNode rights, String right) {
    return rights.path(right).asBoolean(true);
  }

  private JsonNode result(String option, String value, String method, ObjectNode parameters) {
    try {
      return api.read(method, parameters).result();
    } catch (ChatFailure failure) {
      throw failure.kind() == ChatFailure.Kind.REFUSED
          ? noMember(option, value, "cannot use it (" + failure.getMessage() + ")")
          : failure;
    }
  }

  private RuntimeException noMember(String option, String value, String reason) {
    return TelegramLogin.refused(
        words(option, value) + ", and the bot " + bot + " " + reason + ": add the bot to it");
  }

  private static String words(String option, String value) {
    return option + " is the chat " + value;
  }

  private static ObjectNode of(String chat) {
    return TelegramApi.parameters().put("chat_id", chat);
  }
}

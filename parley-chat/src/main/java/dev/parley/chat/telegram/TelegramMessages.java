package dev.parley.chat.telegram;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads messages of the Bot API.
 *
 * <p>The id of a message counts in its chat alone, and the chat of a room may change: a group
 * becomes a supergroup, or the address names another chat. So the id here has the chat in front of
 * it, {@code -1001234567890:57}; otherwise the first messages of the new chat would have the ids of
 * copies that the topic has already.
 */
final class TelegramMessages {
  private static final String REPLY = "reply_to_message";

  private TelegramMessages() {}

  /** The number of a message in its chat. */
  static long number(JsonNode message) {
    return message.path("message_id").asLong(0);
  }

  /** The id of the chat of a message. */
  static String chat(JsonNode message) {
    return message.path("chat").path("id").asString("");
  }

  /** The id and time of a message. */
  static Original original(JsonNode message) {
    return new Original(id(message), Instant.ofEpochSecond(message.path("date").asLong(0)));
  }

  private static String id(JsonNode message) {
    return chat(message) + ":" + number(message);
  }

  /** The number of a message that is in {@code chat}; empty for a message of another chat. */
  static Optional<Long> numberIn(String chat, String id) {
    String beginning = chat + ":";
    try {
      return id.startsWith(beginning)
          ? Optional.of(Long.parseLong(id.substring(beginning.length())))
          : Optional.empty();
    } catch (NumberFormatException noNumber) {
      return Optional.empty();
    }
  }

  /**
   * A message with something to read; empty for one that only reports a change of the chat.
   *
   * @param bot the id of the bot of this Parley
   */
  static Optional<ChatMessage> read(JsonNode message, String bot) {
    String text = text(message);
    return text.isBlank()
        ? Optional.empty()
        : Optional.of(
            new ChatMessage(
                original(message),
                author(message, bot),
                text,
                Optional.empty(),
                answered(message)));
  }

  private static String text(JsonNode message) {
    String words =
        message.has("text")
            ? TelegramText.markdown(message.path("text").asString(""), message.path("entities"))
            : TelegramText.markdown(
                message.path("caption").asString(""), message.path("caption_entities"));
    return Stream.of(TelegramMedia.of(message).orElse(""), words)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** The person; the chat where it speaks for itself, as a channel or anonymous administrators. */
  private static ChatAuthor author(JsonNode message, String bot) {
    JsonNode speaking = message.path("sender_chat");
    JsonNode author = speaking.isObject() ? speaking : message.path("from");
    String id = author.path("id").asString("");
    String account = author.path("username").asString("");
    return new ChatAuthor(account.isEmpty() ? id : account, name(author), id.equals(bot));
  }

  private static String name(JsonNode author) {
    String name =
        Stream.of("title", "first_name", "last_name")
            .map(part -> author.path(part).asString(""))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    return name.isEmpty() ? author.path("id").asString("") : name;
  }

  /** The message that it answers; the beginning of a forum topic is none. */
  private static Optional<String> answered(JsonNode message) {
    JsonNode reply = message.path(REPLY);
    boolean isMessage = reply.isObject() && !reply.has("forum_topic_created");
    return isMessage ? Optional.of(id(reply)) : Optional.empty();
  }
}

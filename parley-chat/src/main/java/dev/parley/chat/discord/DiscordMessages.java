package dev.parley.chat.discord;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.chat.OutgoingMessage;
import dev.parley.chat.http.ChatHttp;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes messages. */
final class DiscordMessages {
  private static final int DEFAULT = 0;
  private static final int REPLY = 19;
  private static final int MAX_NONCE = 25;

  private final String bot;
  private final Set<String> trusted;
  private final DiscordText text;

  DiscordMessages(String bot, Set<String> trusted, DiscordNames names) {
    this.bot = bot;
    this.trusted = trusted;
    this.text = new DiscordText(names);
  }

  /**
   * Returns true if a person or bot said it; otherwise Discord reports that somebody joined, and so
   * on.
   */
  static boolean isSaid(JsonNode message) {
    int type = message.path("type").asInt(-1);
    return (type == DEFAULT || type == REPLY) && DiscordSnowflake.isOne(DiscordGuild.id(message));
  }

  /** Reads a message for which {@link #isSaid} is true. */
  ChatMessage read(JsonNode message) {
    ChatAuthor author = author(message);
    String words =
        author.isParley()
            ? DiscordEdges.unguarded(message.path("content").asString(""))
            : text.of(message);
    return new ChatMessage(
        DiscordSnowflake.original(DiscordGuild.id(message)),
        author,
        words,
        Optional.empty(),
        answered(message));
  }

  private static Optional<String> answered(JsonNode message) {
    return message.path("type").asInt(DEFAULT) == REPLY
        ? Optional.of(message.path("message_reference").path("message_id").asString(""))
            .filter(DiscordSnowflake::isOne)
        : Optional.empty();
  }

  private ChatAuthor author(JsonNode message) {
    JsonNode author = message.path("author");
    String id = DiscordGuild.id(author);
    String username = author.path("username").asString("");
    String shown = author.path("global_name").asString("");
    boolean isWebhook = !message.path("webhook_id").asString("").isEmpty();
    return new ChatAuthor(
        isWebhook ? "webhook-" + id : account(author, username),
        shown.isBlank() ? username : shown,
        !isWebhook && (id.equals(bot) || trusted.contains(id)));
  }

  /**
   * The name of an account. The names of people are unique. Those of bots, and old ones of people,
   * are so with their four digits; no name of a person has a hyphen.
   */
  private static String account(JsonNode author, String username) {
    String digits = author.path("discriminator").asString("0");
    if (username.isBlank()) {
      return DiscordGuild.id(author);
    }
    return digits.equals("0") ? username : username + "-" + digits;
  }

  /** Writes a message to a channel. */
  static ObjectNode write(OutgoingMessage message) {
    ObjectNode body = ChatHttp.JSON.createObjectNode();
    body.put("content", DiscordEdges.guarded(message.text()));
    body.put("nonce", nonce(message.nonce())).put("enforce_nonce", true);
    ObjectNode mentions = body.putObject("allowed_mentions");
    mentions.putArray("parse");
    mentions.put("replied_user", false);
    message
        .inReplyTo()
        .map(DiscordMessages::whole)
        .filter(DiscordSnowflake::isOne)
        .ifPresent(
            id ->
                body.putObject("message_reference")
                    .put("message_id", id)
                    .put("fail_if_not_exists", false));
    return body;
  }

  /**
   * The end of a nonce. Its first character is the same for all, while two that were made at once
   * may differ in the last one alone.
   */
  private static String nonce(String nonce) {
    return nonce.substring(Math.max(nonce.length() - MAX_NONCE, 0));
  }

  /** The id of a message without the number of the part that was copied of it. */
  private static String whole(String id) {
    int number = id.indexOf('#');
    return number < 0 ? id : id.substring(0, number);
  }
}

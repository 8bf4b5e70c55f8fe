package dev.parley.chat.zulip;

import dev.parley.chat.ChatAuthor;
import dev.parley.chat.ChatMessage;
import dev.parley.spi.Original;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads the messages of a channel. */
final class ZulipReader {
  /** The organization of the bots with which Zulip itself writes, for example of a move. */
  private static final String SYSTEM = "zulipinternal";

  private final long self;
  private final Set<Long> trusted;

  /**
   * A reader.
   *
   * @param self the user id of this bot
   * @param trusted those of the bots of other Parleys
   */
  ZulipReader(long self, Set<Long> trusted) {
    this.self = self;
    this.trusted = trusted;
  }

  /** The message; empty where Zulip itself wrote it. */
  Optional<ChatMessage> read(JsonNode message) {
    if (message.path("sender_realm_str").asString("").equals(SYSTEM)) {
      return Optional.empty();
    }
    long sender = message.path("sender_id").asLong(0);
    boolean isParley = sender == self || trusted.contains(sender);
    String content = message.path("content").asString("");
    ZulipReply read =
        (isParley ? ZulipReply.ofParley(content) : Optional.<ZulipReply>empty())
            .orElseGet(() -> ZulipReply.ofPerson(content));
    // Neither names nor e-mails are steady in Zulip; user ids are.
    ChatAuthor author =
        new ChatAuthor(
            Long.toString(sender), message.path("sender_full_name").asString(""), isParley);
    return Optional.of(
        new ChatMessage(
            original(message), author, read.text(), Optional.empty(), read.inReplyTo()));
  }

  /** The id of a message. */
  static long id(JsonNode message) {
    return message.path("id").asLong(0);
  }

  /** The id and time of a message. */
  static Original original(JsonNode message) {
    return new Original(Long.toString(id(message)), time(message));
  }

  /** The time of a message, in whole seconds. */
  static Instant time(JsonNode message) {
    return Instant.ofEpochSecond(message.path("timestamp").asLong(0));
  }
}

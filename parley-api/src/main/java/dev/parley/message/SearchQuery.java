package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A search for messages; a message is found where every criterion holds. Each word of {@code text}
 * must begin one of the message's words, in upper or lower case. A word is a run of letters, digits
 * and combining marks.
 *
 * @param text the words: 1 to {@value #MAX_TEXT} UTF-16 units with at least one word
 * @param topic the topic to search; empty searches the whole workspace
 * @param from the sender
 * @param before an upper bound of {@code seq}, exclusive; only with a topic
 * @param limit the maximum number of results: 1 to {@value #MAX_FOUND}
 */
public record SearchQuery(
    String text, Optional<RoomName> topic, Optional<AgentId> from, OptionalLong before, int limit) {
  /** The maximum length of the search text in UTF-16 units. */
  public static final int MAX_TEXT = 256;

  /** The maximum number of messages one call finds. */
  public static final int MAX_FOUND = 100;

  private static final int DEFAULT_LIMIT = 20;

  /** Checks every limit; refused with {@code invalid_argument}. */
  public SearchQuery {
    TextLimits.text("query", text, MAX_TEXT);
    if (Words.in(text).isEmpty()) {
      throw InvalidArgument.refusal("query", "it holds no word; give a letter or a digit");
    }
    if (before.isPresent() && topic.isEmpty()) {
      throw InvalidArgument.refusal("before", "a position is one of a topic; name the topic too");
    }
    TextLimits.range("limit", limit, 1, MAX_FOUND);
  }

  /** Makes a query for {@code text} in every topic, for up to 20 messages. */
  public static SearchQuery of(String text) {
    return new SearchQuery(
        text, Optional.empty(), Optional.empty(), OptionalLong.empty(), DEFAULT_LIMIT);
  }

  /** Returns the same query, for {@code room} alone. */
  public SearchQuery in(RoomName room) {
    return new SearchQuery(text, Optional.of(room), from, before, limit);
  }

  /** Returns the same query, for messages of {@code agent}. */
  public SearchQuery from(AgentId agent) {
    return new SearchQuery(text, topic, Optional.of(agent), before, limit);
  }

  /** Returns the same query, for messages before number {@code seq}. */
  public SearchQuery before(long seq) {
    return new SearchQuery(text, topic, from, OptionalLong.of(seq), limit);
  }

  /** Returns the same query, for at most {@code messages}. */
  public SearchQuery atMost(int messages) {
    return new SearchQuery(text, topic, from, before, messages);
  }

  /** Returns the words to look for, in lower case; at least one. */
  public List<String> words() {
    return Words.in(text.toLowerCase(Locale.ROOT));
  }

  /** Returns true if {@code message} has each of the words and matches topic, sender and number. */
  public boolean isFoundIn(Message message) {
    if (from.isPresent() && !from.get().equals(message.sender().agent())) {
      return false;
    }
    return isFoundIn(message.text());
  }

  /** Returns true if {@code text} has each of the words. */
  public boolean isFoundIn(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return words().stream().allMatch(word -> Words.begins(lower, word));
  }
}

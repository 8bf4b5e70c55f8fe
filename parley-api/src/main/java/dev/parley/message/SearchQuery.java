package dev.parley.message;

import dev.parley.id.AgentId;
import dev.parley.id.RoomName;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which messages are looked for: those for which all that is said holds. A message is found where
 * each word that is looked for begins one of its words, in upper or lower case. A word is as many
 * letters, digits and marks of letters as stand together.
 *
 * @param text the words: 1 to {@value #MAX_TEXT} UTF-16 units with a word in it
 * @param topic the topic they stand in; empty looks in all of the workspace
 * @param from who said them
 * @param before their positions are below this; only with a topic
 * @param limit at most this many: 1 to {@value #MAX_FOUND}
 */
public record SearchQuery(
    String text, Optional<RoomName> topic, Optional<AgentId> from, OptionalLong before, int limit) {
  /** The most UTF-16 units of what is looked for. */
  public static final int MAX_TEXT = 256;

  /** The most messages one call finds. */
  public static final int MAX_FOUND = 100;

  private static final int DEFAULT_LIMIT = 20;

  /** Checks every bound; refused with {@code invalid_argument}. */
  public SearchQuery {
    TextLimits.text("query", text, MAX_TEXT);
    if (Words.in(text).isEmpty()) {
      throw InvalidArgument.refusal("query", "it holds no word; give a letter or a digit");
    }
    if (before.isPresent() && topic.isEmpty()) {
      throw InvalidArgument.refusal("before", "a position is one of a topic; name the topic too");
    }
    if (limit < 1 || limit > MAX_FOUND) {
      throw InvalidArgument.refusal(
          "limit", "it must be 1 to " + MAX_FOUND, Map.of("least", 1, "limit", MAX_FOUND));
    }
  }

  /** Looks for {@code text} in every topic, for up to 20 messages. */
  public static SearchQuery of(String text) {
    return new SearchQuery(
        text, Optional.empty(), Optional.empty(), OptionalLong.empty(), DEFAULT_LIMIT);
  }

  /** The same, in {@code room} alone. */
  public SearchQuery in(RoomName room) {
    return new SearchQuery(text, Optional.of(room), from, before, limit);
  }

  /** The same, of what {@code agent} said. */
  public SearchQuery from(AgentId agent) {
    return new SearchQuery(text, topic, Optional.of(agent), before, limit);
  }

  /** The same, of what stands before position {@code seq}. */
  public SearchQuery before(long seq) {
    return new SearchQuery(text, topic, from, OptionalLong.of(seq), limit);
  }

  /** The same, at most {@code messages} of them. */
  public SearchQuery atMost(int messages) {
    return new SearchQuery(text, topic, from, before, messages);
  }

  /** The words that are looked for, in lower case; at least one. */
  public List<String> words() {
    return Words.in(text.toLowerCase(Locale.ROOT));
  }

  /** Whether {@code message} holds each of the words and is of whom it should be. */
  public boolean isFoundIn(Message message) {
    if (from.isPresent() && !from.get().equals(message.sender().agent())) {
      return false;
    }
    String said = message.text().toLowerCase(Locale.ROOT);
    return words().stream().allMatch(word -> Words.begins(said, word));
  }
}

package dev.parley.problem;

import dev.parley.message.Cursor;
import java.util.Locale;
import java.util.Map;

/**
 * A cursor is of no place in the log that the topic has now. Going on from it would pass over
 * messages, so whoever reads begins anew.
 *
 * @param topic the topic that was to be read
 * @param reason what the store found instead
 */
public record PositionLost(String topic, Reason reason) implements Problem {
  /** What a store found where a cursor points. */
  public enum Reason {
    /** The cursor is of another topic, or of a log that this topic had before. */
    ANOTHER_LOG("is of another topic, or of an earlier log of this one"),
    /** The log ends before the position of the cursor. */
    PAST_THE_END("stands past the end of the log, whose last messages are no more"),
    /** Another message stands at the position now. */
    ANOTHER_MESSAGE("follows a message that is no more; another stands in its place");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  @Override
  public Code code() {
    return Code.POSITION_LOST;
  }

  @Override
  public String sentence() {
    return "This cursor "
        + reason.words
        + ". Read '"
        + topic
        + "' with since \""
        + Cursor.BEGINNING_WORD
        + "\" from its beginning, or without since for its newest messages.";
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of(
        "topic",
        topic,
        "reason",
        reason.name().toLowerCase(Locale.ROOT),
        "since",
        Cursor.BEGINNING_WORD);
  }
}

package dev.parley.problem;

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
  /** The word that stands for the cursor before the first message. */
  public static final String BEGINNING = "beginning";

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
  public ProblemCode code() {
    return ProblemCode.POSITION_LOST;
  }

  @Override
  public String message() {
    return "This cursor "
        + reason.words
        + ". Read '"
        + topic
        + "' with since \""
        + BEGINNING
        + "\" from its beginning, or without since for its newest messages.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of(
        "topic", topic, "reason", reason.name().toLowerCase(Locale.ROOT), "since", BEGINNING);
  }
}

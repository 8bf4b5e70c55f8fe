package dev.parley.problem;

import java.util.Locale;
import java.util.Map;

/**
 * A cursor does not match the log its topic has now. Continuing from it would skip messages, so the
 * reader has to start again.
 *
 * @param topic the topic to be read
 * @param reason the mismatch the backend found
 */
public record PositionLost(String topic, Reason reason) implements Problem {
  /** The word for the cursor before the first message. */
  public static final String BEGINNING = "beginning";

  /** The mismatch between a cursor and a log. */
  public enum Reason {
    /** The cursor belongs to another topic, or to an earlier log of this topic. */
    ANOTHER_LOG("is of another topic, or of an earlier log of this one"),
    /** The log ends before the cursor. */
    PAST_THE_END("stands past the end of the log, whose last messages are no more"),
    /** The log has another message at the cursor. */
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

package dev.parley.message;

import dev.parley.problem.PositionLost;

/**
 * An opaque place in one topic, to read on from. Only the backend that made a cursor understands
 * it; it is never parsed, compared or sorted elsewhere. {@link #BEGINNING} alone is valid in every
 * topic.
 *
 * @param value the text the backend made
 */
public record Cursor(String value) {
  /** The cursor before the first message stored in any topic, in any backend. */
  public static final Cursor BEGINNING = new Cursor("0");

  /** The word agents use for {@link #BEGINNING}. */
  public static final String BEGINNING_WORD = PositionLost.BEGINNING;

  /**
   * Returns the cursor an agent means by {@code text}: {@value #BEGINNING_WORD}, or the text of a
   * backend.
   */
  public static Cursor of(String text) {
    return text.equals(BEGINNING_WORD) ? BEGINNING : new Cursor(text);
  }

  @Override
  public String toString() {
    return value;
  }
}

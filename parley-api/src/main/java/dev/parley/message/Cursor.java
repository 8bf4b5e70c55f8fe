package dev.parley.message;

import dev.parley.problem.PositionLost;

/**
 * An opaque position in one topic. Only the store that made it knows what it says; it is never
 * parsed, compared or sorted elsewhere. {@link #BEGINNING} alone is of every topic.
 *
 * @param value what the store wrote
 */
public record Cursor(String value) {
  /** Before the first message that is kept of any topic, whatever store has it. */
  public static final Cursor BEGINNING = new Cursor("0");

  /** What agents say for {@link #BEGINNING}. */
  public static final String BEGINNING_WORD = PositionLost.BEGINNING;

  /** The cursor an agent means by {@code text}: {@value #BEGINNING_WORD}, or what a store wrote. */
  public static Cursor of(String text) {
    return text.equals(BEGINNING_WORD) ? BEGINNING : new Cursor(text);
  }

  @Override
  public String toString() {
    return value;
  }
}

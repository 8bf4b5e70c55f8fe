package dev.parley.war.wire;

/** The bytes of one answer that lists something: a model cannot use more than the default. */
public final class MaxAnswer {
  /** The bytes of an answer unless the setting {@code max-answer} says otherwise. */
  public static final int DEFAULT_BYTES = 1 << 20;

  /** The least value of the setting. */
  public static final int MIN_BYTES = 16_384;

  /** The bytes of an answer that are not its items. */
  private static final int ENVELOPE = 4_096;

  private MaxAnswer() {}

  /** Returns the bytes of the items of an answer that has {@code answerBytes} in all. */
  public static long ofItems(int answerBytes) {
    return (long) answerBytes - ENVELOPE;
  }
}

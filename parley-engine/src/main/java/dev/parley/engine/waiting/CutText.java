package dev.parley.engine.waiting;

/** The beginning of a text. */
final class CutText {
  private CutText() {}

  /** Returns at most {@code max} characters, without half of a character of two code units. */
  static String of(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, max - (halves ? 1 : 0));
  }
}

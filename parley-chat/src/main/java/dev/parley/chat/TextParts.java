package dev.parley.chat;

import java.util.ArrayList;
import java.util.List;

/** Divides long texts, at the end of a line or between words where that leaves few parts. */
final class TextParts {
  private TextParts() {}

  /**
   * The parts of {@code text}, none of which is longer than {@code most} UTF-16 units. No surrogate
   * pair is divided, and the parts make up the text.
   */
  static List<String> of(String text, int most) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    while (text.length() - begin > most) {
      int end = end(text, begin, most);
      parts.add(text.substring(begin, end));
      begin = end;
    }
    parts.add(text.substring(begin));
    return parts;
  }

  private static int end(String text, int begin, int most) {
    int end = begin + most;
    for (char gap : new char[] {'\n', ' '}) {
      int found = text.lastIndexOf(gap, end - 1);
      if (found >= begin + most / 2) {
        return found + 1;
      }
    }
    return Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
  }
}

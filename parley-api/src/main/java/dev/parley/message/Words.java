package dev.parley.message;

import java.util.ArrayList;
import java.util.List;

/** The words of a text: runs of letters, digits and combining marks. */
final class Words {
  private Words() {}

  static List<String> in(String text) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = endOfWord(text, at);
      if (end > at) {
        words.add(text.substring(at, end));
        at = end;
      } else {
        at += Character.charCount(text.codePointAt(at));
      }
    }
    return words;
  }

  private static int endOfWord(String text, int from) {
    int at = from;
    while (at < text.length() && isOfAWord(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  /** Returns true if a word of {@code text} begins with {@code word}. */
  static boolean begins(String text, String word) {
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at == 0 || !isOfAWord(text.codePointBefore(at))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfAWord(int point) {
    return Character.isLetterOrDigit(point)
        || Character.getType(point) == Character.NON_SPACING_MARK
        || Character.getType(point) == Character.COMBINING_SPACING_MARK;
  }
}

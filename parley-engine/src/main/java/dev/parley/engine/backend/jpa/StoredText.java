package dev.parley.engine.backend.jpa;

/**
 * Text as every database keeps it. U+0000 is part of Unicode, but PostgreSQL has no place for it:
 * it is written as two characters, the first of which is written as two as well.
 */
final class StoredText {
  private static final char ESCAPE = '\u001A';

  private StoredText() {}

  /** Returns the form in which {@code text} is stored. */
  static String of(String text) {
    if (text.indexOf(0) < 0 && text.indexOf(ESCAPE) < 0) {
      return text;
    }
    return text.replace("\u001A", "\u001A1").replace("\0", "\u001A0");
  }

  /** Returns the text that {@code stored} stands for. */
  static String read(String stored) {
    if (stored.indexOf(ESCAPE) < 0) {
      return stored;
    }
    StringBuilder text = new StringBuilder(stored.length());
    for (int i = 0; i < stored.length(); i++) {
      char c = stored.charAt(i);
      if (c == ESCAPE && i + 1 < stored.length()) {
        text.append(stored.charAt(++i) == '0' ? '\0' : ESCAPE);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}

package dev.parley.war.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a value in the answer of a tool, which says it twice: as JSON, and as one text that
 * holds this JSON and escapes its quotes and backslashes once more.
 */
final class JsonSizeEstimator {
  private static final int PUNCTUATION = 2;
  private static final int QUOTES = 6;
  private static final int SHORT_ESCAPE = 5;
  private static final int QUOTED_ESCAPE = 6;
  private static final int LONG_ESCAPE = 13;
  private static final String SHORT_ESCAPES = "\b\t\n\f\r";

  private JsonSizeEstimator() {}

  /** The bytes of {@code value}, with the comma behind it. */
  static long of(@Nullable Object value) {
    if (value instanceof Map<?, ?> entries) {
      long bytes = 2 * PUNCTUATION + PUNCTUATION;
      for (Map.Entry<?, ?> entry : entries.entrySet()) {
        bytes += text(String.valueOf(entry.getKey())) + of(entry.getValue()) + PUNCTUATION;
      }
      return bytes;
    }
    if (value instanceof List<?> items) {
      long bytes = 2 * PUNCTUATION + PUNCTUATION;
      for (Object item : items) {
        bytes += of(item);
      }
      return bytes;
    }
    return PUNCTUATION
        + (value instanceof CharSequence text ? text(text) : 2L * String.valueOf(value).length());
  }

  private static long text(CharSequence text) {
    long bytes = QUOTES;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        bytes += QUOTED_ESCAPE;
      } else if (c < ' ') {
        bytes += SHORT_ESCAPES.indexOf(c) >= 0 ? SHORT_ESCAPE : LONG_ESCAPE;
      } else if (c < 0x80) {
        bytes += 2;
      } else {
        bytes += c < 0x800 || Character.isSurrogate(c) ? 4 : 6;
      }
    }
    return bytes;
  }
}

package dev.parley.engine.hook;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The beginning of a command's output. The rest is read and dropped. Not for two threads. */
final class CappedOutput {
  /** The maximum length in UTF-16 units. */
  static final int MAX_LENGTH = 2_000;

  /** The text in place of the rest. */
  static final String CUT = "...[truncated]";

  /** Room for one unit past the limit, of any characters. */
  private static final int MAX_BYTES = 4 * (MAX_LENGTH + 1);

  private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();
  private boolean isCut;

  /** Adds the first {@code count} of {@code bytes}. */
  synchronized void take(byte[] bytes, int count) {
    for (int i = 0; i < count && !isCut; i++) {
      boolean blank = bytes[i] >= 0 && bytes[i] <= ' ';
      if (beginning.size() < MAX_BYTES && !(blank && beginning.size() == 0)) {
        beginning.write(bytes[i]);
      } else if (!blank) {
        isCut = true;
      }
    }
  }

  /** Returns the output, trimmed; U+0000, which is not text, becomes U+FFFD. */
  synchronized String text() {
    String text = beginning.toString(StandardCharsets.UTF_8).strip().replace('\0', '\uFFFD');
    if (text.length() <= MAX_LENGTH) {
      return isCut ? text + CUT : text;
    }
    int end = MAX_LENGTH - (Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? 1 : 0);
    return text.substring(0, end) + CUT;
  }
}

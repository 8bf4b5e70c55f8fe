package dev.parley.engine.hook;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The beginning of what a command printed. The rest is read and forgotten. Not for two threads. */
final class CappedOutput {
  /** The most UTF-16 units that are kept. */
  static final int MAX_LENGTH = 2_000;

  /** What stands in place of the rest. */
  static final String CUT = "...[truncated]";

  /** Enough for one unit past the limit, of whatever characters. */
  private static final int MAX_BYTES = 4 * (MAX_LENGTH + 1);

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean isCut;

  /** Takes the first {@code count} of {@code bytes}. */
  synchronized void take(byte[] bytes, int count) {
    for (int i = 0; i < count && !isCut; i++) {
      boolean blank = bytes[i] >= 0 && bytes[i] <= ' ';
      if (kept.size() < MAX_BYTES && !(blank && kept.size() == 0)) {
        kept.write(bytes[i]);
      } else if (!blank) {
        isCut = true;
      }
    }
  }

  /** What is kept, trimmed; U+0000, which is no text, becomes U+FFFD. */
  synchronized String text() {
    String text = kept.toString(StandardCharsets.UTF_8).strip().replace('\0', '\uFFFD');
    if (text.length() <= MAX_LENGTH) {
      return isCut ? text + CUT : text;
    }
    int end = MAX_LENGTH - (Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? 1 : 0);
    return text.substring(0, end) + CUT;
  }
}

package dev.parley.engine.persistence.h2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;

/** The words at the start of a header or a chunk: {@code name:value,name:value}, in hexadecimal. */
final class FirstLine {
  private static final int MAX_LENGTH = 1024;

  private FirstLine() {}

  static String of(ByteBuffer bytes) {
    byte[] start = new byte[Math.min(bytes.remaining(), MAX_LENGTH)];
    bytes.duplicate().get(start);
    String text = new String(start, ISO_8859_1);
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  static boolean startsWith(ByteBuffer bytes, String word) {
    if (bytes.remaining() < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes.get(bytes.position() + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

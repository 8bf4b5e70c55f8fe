package dev.parley.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * The text of a configuration file.
 *
 * @param mark whether the file begins with a byte order mark, which stays where it is
 */
record ConfigText(boolean mark, String text) {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  /** Reads a file's bytes; refuses what is not UTF-8. */
  static ConfigText of(byte[] bytes) {
    String all;
    try {
      all = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException other) {
      throw new SetupException("the file is not UTF-8");
    }
    boolean mark = all.startsWith(BYTE_ORDER_MARK);
    return new ConfigText(mark, mark ? all.substring(1) : all);
  }

  /** The bytes of a file with the same mark and other text. */
  byte[] with(String changed) {
    return (mark ? BYTE_ORDER_MARK + changed : changed).getBytes(UTF_8);
  }
}

package dev.parley.message;

import dev.parley.problem.InvalidArgument;
import java.util.Map;

/**
 * The text of a message, stored unchanged.
 *
 * @param text 1 to {@value #MAX_BYTES} bytes when written as UTF-8, with no half of a surrogate
 *     pair
 */
public record Body(String text) {
  /** The maximum length of a body in bytes of UTF-8. */
  public static final int MAX_BYTES = 8192;

  /** Checks the length in bytes; refused with {@code invalid_argument}. */
  public Body {
    if (text.isEmpty()) {
      throw InvalidArgument.refusal("body", "it is empty; say at least one character");
    }
    long bytes = utf8Length(text);
    if (bytes > MAX_BYTES) {
      throw InvalidArgument.refusal(
          "body",
          "it has " + bytes + " bytes of UTF-8 and " + MAX_BYTES + " is the limit",
          Map.of("limit", MAX_BYTES, "bytes", bytes));
    }
  }

  /** The body that says {@code text}. */
  public static Body of(String text) {
    return new Body(text);
  }

  private static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes += 1;
      } else if (c < 0x800) {
        bytes += 2;
      } else if (!Character.isSurrogate(c)) {
        bytes += 3;
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        bytes += 4;
        i++;
      } else {
        throw InvalidArgument.refusal(
            "body", "it holds half of a surrogate pair, which is no text");
      }
    }
    return bytes;
  }

  @Override
  public String toString() {
    return text;
  }
}

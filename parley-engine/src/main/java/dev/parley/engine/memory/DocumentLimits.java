package dev.parley.engine.memory;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import dev.parley.spi.MemoryStore;
import java.util.Map;

/** The limits of a whole document, checked before a store gets it. */
final class DocumentLimits {
  private DocumentLimits() {}

  /**
   * Returns {@code text} if it is within the limits; refused with {@code invalid_argument}
   * otherwise.
   */
  static String checked(String text) {
    int most = MemoryStore.MAX_DOCUMENT;
    if (text.length() > most) {
      throw InvalidArgument.refusal(
          "content",
          "with it the document would have "
              + text.length()
              + " characters and "
              + most
              + " is the limit; shorten a section first",
          Map.of("limit", most, "length", text.length()));
    }
    return TextLimits.text("content", text, most);
  }
}

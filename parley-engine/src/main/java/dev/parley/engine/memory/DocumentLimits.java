package dev.parley.engine.memory;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;
import dev.parley.spi.MemoryStore;
import java.util.Map;

/** What a whole document has to keep before a store takes it. */
final class DocumentLimits {
  private DocumentLimits() {}

  /** Answers {@code text} where it may be kept; refused with {@code invalid_argument}. */
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

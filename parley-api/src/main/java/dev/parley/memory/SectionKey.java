package dev.parley.memory;

import dev.parley.problem.InvalidArgument;
import dev.parley.problem.TextLimits;

/**
 * The heading of a section of memory, without its {@code ##}. Blanks around it are ignored.
 *
 * @param value 1 to {@value #MAX_LENGTH} UTF-16 units, on one line, not beginning with {@code #}
 */
public record SectionKey(String value) {
  /** The maximum length of a key in UTF-16 units. */
  public static final int MAX_LENGTH = 256;

  /** Checks the form; refused with {@code invalid_argument}. */
  public SectionKey {
    if (value
        .chars()
        .anyMatch(c -> c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029)) {
      throw InvalidArgument.refusal("key", "invalid key format (newlines not allowed)");
    }
    TextLimits.text("key", value, MAX_LENGTH);
    value = value.strip();
    if (value.isEmpty()) {
      throw InvalidArgument.refusal("key", "it is empty; say what the section is about");
    }
    if (value.startsWith("#")) {
      throw InvalidArgument.refusal("key", "it must not begin with '#'");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}

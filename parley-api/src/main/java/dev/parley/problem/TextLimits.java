package dev.parley.problem;

import java.util.Map;

/** What every text that is stored has to keep: a length, and only characters that are text. */
public final class TextLimits {
  private TextLimits() {}

  /**
   * Answers {@code text} where every store can keep it.
   *
   * @param field the argument's name, for the refusal
   * @param most the most UTF-16 units it may have
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@code most}, with
   *     U+0000, or with half of a surrogate pair
   */
  public static String text(String field, String text, int most) {
    if (text.length() > most) {
      throw InvalidArgument.refusal(
          field,
          "it has " + text.length() + " characters and " + most + " is the limit",
          Map.of("limit", most, "length", text.length()));
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw InvalidArgument.refusal(field, "it holds the character U+0000, which is no text");
      }
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          throw InvalidArgument.refusal(
              field, "it holds half of a surrogate pair, which is no text");
        }
        i++;
      }
    }
    return text;
  }

  /**
   * Answers {@code count} where it is no more than {@code most}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@code most}
   */
  public static int count(String field, int count, int most) {
    if (count > most) {
      throw InvalidArgument.refusal(
          field,
          "it has " + count + " entries and " + most + " is the limit",
          Map.of("limit", most, "length", count));
    }
    return count;
  }
}

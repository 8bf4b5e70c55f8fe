package dev.parley.problem;

import java.util.Map;

/**
 * Limits of what a caller gives: of every stored text a length, and only characters that are text;
 * of a number its range.
 */
public final class TextLimits {
  private TextLimits() {}

  /**
   * Returns {@code text} if every storage can store it.
   *
   * @param field the argument's name, for the refusal
   * @param max the maximum length in UTF-16 units
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@code max}, with
   *     U+0000, or with half of a surrogate pair
   */
  public static String text(String field, String text, int max) {
    if (text.length() > max) {
      throw InvalidArgument.refusal(
          field,
          "it has " + text.length() + " characters and " + max + " is the limit",
          Map.of("limit", max, "length", text.length()));
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
   * Returns {@code number} if it is {@code least} to {@code most}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} beyond the range
   */
  public static int range(String field, int number, int least, int most) {
    if (number < least || number > most) {
      throw beyond(field, least, most);
    }
    return number;
  }

  /**
   * Returns {@code number} if it is {@code least} to {@code most}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} beyond the range
   */
  public static long range(String field, long number, long least, long most) {
    if (number < least || number > most) {
      throw beyond(field, least, most);
    }
    return number;
  }

  private static ParleyException beyond(String field, Number least, Number most) {
    return InvalidArgument.refusal(
        field, "it must be " + least + " to " + most, Map.of("least", least, "limit", most));
  }

  /**
   * Returns {@code count} if it is at most {@code max}.
   *
   * @throws dev.parley.problem.ParleyException {@code invalid_argument} past {@code max}
   */
  public static int count(String field, int count, int max) {
    if (count > max) {
      throw InvalidArgument.refusal(
          field,
          "it has " + count + " entries and " + max + " is the limit",
          Map.of("limit", max, "length", count));
    }
    return count;
  }
}

package dev.parley.message;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mentions in a text: {@code @} and a name, at the start or after a character that belongs
 * neither to a name nor to an address. A name begins and ends with a letter or a digit and may have
 * dots, underscores and hyphens in between. The full stop after {@code @bob.} is therefore not part
 * of the name.
 */
public final class Mentions {
  private static final Pattern MENTION =
      Pattern.compile("@(?<![A-Za-z0-9_.@-]@)([A-Za-z0-9]++(?:[._-]++[A-Za-z0-9]++)*+)");

  private Mentions() {}

  /** Returns the names, each once, in the order of their first mention. */
  public static List<String> in(Body body) {
    return in(body.text());
  }

  /** Returns the names in a text of any length, each once, in the order of their first mention. */
  public static List<String> in(String text) {
    if (text.indexOf('@') < 0) {
      return List.of(); // most texts mention nobody; the pattern search takes many times as long
    }
    Set<String> names = new LinkedHashSet<>();
    Matcher mention = MENTION.matcher(text);
    while (mention.find()) {
      names.add(mention.group(1));
    }
    return List.copyOf(names);
  }
}

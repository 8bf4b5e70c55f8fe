package dev.parley.message;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whom a text mentions: {@code @} and a name, at the start or after what is no part of a name or of
 * an address. A name begins and ends with a letter or a digit and may have dots, underscores and
 * hyphens between, so the full stop after {@code @bob.} is none of his.
 */
public final class Mentions {
  private static final Pattern MENTION =
      Pattern.compile("@(?<![A-Za-z0-9_.@-]@)([A-Za-z0-9]++(?:[._-]++[A-Za-z0-9]++)*+)");

  private Mentions() {}

  /** The names, each once, in the order they are first mentioned. */
  public static List<String> in(Body body) {
    String text = body.text();
    if (text.indexOf('@') < 0) {
      return List.of(); // most texts, and a search for a pattern takes many times as long
    }
    Set<String> names = new LinkedHashSet<>();
    Matcher mention = MENTION.matcher(text);
    while (mention.find()) {
      names.add(mention.group(1));
    }
    return List.copyOf(names);
  }
}

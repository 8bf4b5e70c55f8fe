package dev.parley.chat.slack;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The changes that Slack makes in texts. */
final class SlackEmulatorText {
  private static final Map<String, String> EMOJI =
      Map.of("👩‍🚀", ":female-astronaut:", "😀", ":grinning:", "🚀", ":rocket:", "❤️", ":heart:");
  private static final Pattern LINK =
      Pattern.compile(
          "<[^<>]*>|(https?://[^\\s<>|]+)|([\\w.]+@[\\w.]+\\.(?:org|com))"
              + "|(\\b[\\w.-]+\\.(?:org|com)\\b)");
  private static final Pattern CONTROL = Pattern.compile("<([^<>|]+)(?:\\|([^<>]*))?>");

  private SlackEmulatorText() {}

  /** A text as a person types it, escaped by the person's client. */
  static String typed(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A text that came, as it is stored. */
  static String stored(String text) {
    String named = text.strip();
    for (String emoji :
        EMOJI.keySet().stream().sorted((a, b) -> b.length() - a.length()).toList()) {
      named = named.replace(emoji, EMOJI.get(emoji));
    }
    return LINK.matcher(named).replaceAll(found -> Matcher.quoteReplacement(link(found)));
  }

  private static String link(MatchResult found) {
    if (found.group(1) != null) {
      return "<" + found.group() + ">";
    }
    if (found.group(2) != null) {
      return "<mailto:" + found.group() + "|" + found.group() + ">";
    }
    return found.group(3) == null
        ? found.group()
        : "<http://" + found.group() + "|" + found.group() + ">";
  }

  /** The text that people see. */
  static String shown(String stored) {
    String shown =
        CONTROL
            .matcher(stored)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(2) == null ? found.group(1) : found.group(2)));
    shown = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    for (Map.Entry<String, String> emoji : EMOJI.entrySet()) {
      shown = shown.replace(emoji.getValue(), emoji.getKey());
    }
    return shown;
  }
}

package dev.parley.chat;

import dev.parley.message.Sender;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form in which people read the sender of a message that a Parley sent: {@code **alice:** Hi},
 * with the agent behind another nickname, {@code **ally (alice):** Hi}, of an agent outside of the
 * room, {@code **alice ~:** Hi}, and of one of several parts, {@code **alice 2/3:** Hi}.
 *
 * @param agent the id of the agent
 * @param nickname its nickname; {@code ~} for none
 * @param part the number of the part, from 1
 * @param parts the number of parts
 * @param body the text behind the prefix
 */
record PrefixText(String agent, String nickname, int part, int parts, String body) {
  /** The most UTF-16 units of a prefix. */
  static final int MAX_PREFIX = 120;

  private static final String NONE = "~";
  private static final Pattern FORM =
      Pattern.compile(
          "\\*\\*(?:(?<nickname>[A-Za-z0-9][A-Za-z0-9_-]{0,31}) \\((?<other>[A-Za-z0-9_-][\\w.-]{0,63})\\)"
              + "|(?<agent>[A-Za-z0-9_-][\\w.-]{0,63}))(?<outside> ~)?"
              + "(?: (?<part>\\d{1,3})/(?<parts>\\d{1,3}))?:\\*\\*\\s(?<body>.+)",
          Pattern.DOTALL);

  /** The text of a part of what {@code sender} says. */
  static String of(Sender sender, int part, int parts, String body) {
    String agent = sender.agent().value();
    String nickname = sender.nickname().value();
    StringBuilder text = new StringBuilder("**");
    if (nickname.equals(NONE)) {
      text.append(agent).append(" ~");
    } else if (nickname.equals(agent)) {
      text.append(agent);
    } else {
      text.append(nickname).append(" (").append(agent).append(')');
    }
    if (parts > 1) {
      text.append(' ').append(part).append('/').append(parts);
    }
    return text.append(":** ").append(body).toString();
  }

  /** Reads a text of this form; empty where it has another. */
  static Optional<PrefixText> read(String text) {
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    boolean isOther = found.group("other") != null;
    String agent = isOther ? found.group("other") : found.group("agent");
    String inside = isOther ? found.group("nickname") : agent;
    String nickname = found.group("outside") == null ? inside : NONE;
    int part = found.group("part") == null ? 1 : Integer.parseInt(found.group("part"));
    int parts = found.group("parts") == null ? 1 : Integer.parseInt(found.group("parts"));
    return part < 1 || part > parts
        ? Optional.empty()
        : Optional.of(new PrefixText(agent, nickname, part, parts, found.group("body")));
  }
}

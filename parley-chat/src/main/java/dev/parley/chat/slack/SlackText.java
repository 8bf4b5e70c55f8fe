package dev.parley.chat.slack;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts of Slack: {@code &}, {@code <} and {@code >} are escaped, mentions and links are in
 * angle brackets, and one asterisk on each side makes bold.
 */
final class SlackText {
  private static final String NAME = "([A-Za-z0-9_.()~/ -]{1,120}:)";
  private static final Pattern BOLD_NAME = Pattern.compile("^\\*\\*" + NAME + "\\*\\*(?=\\s)");
  private static final Pattern SLACK_NAME = Pattern.compile("^\\*" + NAME + "\\*(?=\\s)");
  private static final Pattern NAMED =
      Pattern.compile("^\\*\\*" + NAME + "\\*\\*\\s(.+)", Pattern.DOTALL);
  private static final Pattern CONTROL = Pattern.compile("<([^<>\n]+)>");
  private static final Pattern SCHEME = Pattern.compile("^[a-z]+:(?://)?");
  private static final Pattern ENTITY = Pattern.compile("&(amp|lt|gt);");

  private SlackText() {}

  /** The text to send for Markdown that begins with the name of the sender in bold. */
  static String sent(String markdown) {
    String escaped = markdown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return BOLD_NAME.matcher(escaped).replaceFirst("*$1*");
  }

  /**
   * The Markdown of a text that a Parley sent. Slack itself put links into it, around what was
   * written.
   */
  static String ofParley(String text, UnaryOperator<String> accounts) {
    return SLACK_NAME.matcher(plain(text, accounts, true)).replaceFirst("**$1**");
  }

  /** The Markdown of a text of anybody else, with {@code @name} for the ids of accounts. */
  static String ofOthers(String text, UnaryOperator<String> accounts) {
    return plain(text, accounts, false);
  }

  /** The text behind the name of the sender; empty where there is none. */
  static Optional<String> behindName(String markdown) {
    Matcher named = NAMED.matcher(markdown);
    return named.matches() ? Optional.of(named.group(2)) : Optional.empty();
  }

  private static String plain(String text, UnaryOperator<String> accounts, boolean asWritten) {
    Matcher control = CONTROL.matcher(text);
    StringBuilder plain = new StringBuilder();
    int end = 0;
    while (control.find()) {
      plain.append(unescaped(text.substring(end, control.start())));
      plain.append(readable(control.group(1), accounts, asWritten));
      end = control.end();
    }
    return plain.append(unescaped(text.substring(end))).toString();
  }

  private static String readable(
      String control, UnaryOperator<String> accounts, boolean asWritten) {
    int bar = control.indexOf('|');
    String target = unescaped(bar < 0 ? control : control.substring(0, bar));
    String label = bar < 0 ? "" : unescaped(control.substring(bar + 1));
    if (target.isEmpty()) {
      return label;
    }
    String name = target.substring(1);
    return switch (target.charAt(0)) {
      case '@' -> "@" + accounts.apply(name);
      case '#' -> "#" + (label.isEmpty() ? name : label);
      case '!' -> label.isEmpty() ? "@" + name : label;
      default -> link(target, label, asWritten);
    };
  }

  private static String link(String address, String label, boolean asWritten) {
    if (label.isEmpty()) {
      return address;
    }
    String plain = SCHEME.matcher(address).replaceFirst("");
    boolean isWhole = address.equals(label) || plain.equals(label) || plain.equals(label + "/");
    return asWritten || isWhole ? label : "[" + label + "](" + address + ")";
  }

  private static String unescaped(String text) {
    return ENTITY
        .matcher(text)
        .replaceAll(
            entity ->
                switch (entity.group(1)) {
                  case "lt" -> "<";
                  case "gt" -> ">";
                  default -> "&";
                });
  }
}

package dev.parley.chat.zulip;

import java.util.regex.Pattern;

/**
 * The texts of agents as Zulip takes them. Zulip has Markdown, so nearly all stays as it is. It
 * cuts white space at the end, refuses the character zero, and some mentions notify everybody:
 * marks of no width, which people do not see, keep such texts whole and everybody in peace. Another
 * Parley removes them again.
 */
final class ZulipText {
  private static final char MARK = '\u200B';
  private static final char ZERO = '\0';

  /** Its sign; the sign itself has a mark before it. */
  private static final char SIGN_OF_ZERO = '\u2400';

  private static final String AT = "(?<=@)";
  private static final String FIRST = "(?<!\u200B)";
  private static final String MARKS = "(\u200B*)";
  private static final String EVERYBODY =
      "(?=\\*\\*(?i:all|everyone|channel|stream|topic)\\*\\*|\\*(?i:role):)";
  private static final String LINK = "(?=\\[re\\]\\(#narrow/)";
  private static final String SIGN = "(?=\u2400)";
  private static final Pattern[] PLAIN = {
    Pattern.compile(AT + MARKS + EVERYBODY),
    Pattern.compile(FIRST + MARKS + LINK),
    Pattern.compile(FIRST + MARKS + SIGN)
  };
  private static final Pattern[] MARKED = {
    Pattern.compile(AT + MARK + MARKS + EVERYBODY),
    Pattern.compile(FIRST + MARK + MARKS + LINK),
    Pattern.compile(FIRST + MARK + MARKS + SIGN)
  };
  private static final Pattern BARE_SIGN = Pattern.compile(FIRST + SIGN_OF_ZERO);

  private static final Pattern USER =
      Pattern.compile("(?<![\\p{L}\\p{N}_])@_?\\*\\*([^*|\\n]+)(?:\\|\\d+)?\\*\\*");
  private static final Pattern GROUP =
      Pattern.compile("(?<![\\p{L}\\p{N}_])@_?\\*([^*|\\n]+)\\*(?!\\*)");
  private static final Pattern TOPIC =
      Pattern.compile("#\\*\\*([^*>\\n]+)>([^*\\n]*?)(?:@\\d+)?\\*\\*");
  private static final Pattern CHANNEL = Pattern.compile("#\\*\\*([^*>\\n]+)\\*\\*");

  private ZulipText() {}

  /** The text of an agent for Zulip. */
  static String marked(String body) {
    String text = body;
    for (Pattern plain : PLAIN) {
      text = plain.matcher(text).replaceAll("$1" + MARK);
    }
    text = text.replace(ZERO, SIGN_OF_ZERO);
    return endsOddly(text) ? text + MARK : text;
  }

  private static boolean endsOddly(String text) {
    char last = text.isEmpty() ? 'x' : text.charAt(text.length() - 1);
    return last == MARK
        || Character.isWhitespace(last)
        || Character.isSpaceChar(last)
        || Character.isISOControl(last);
  }

  /** The text of an agent, from Zulip. */
  static String unmarked(String text) {
    boolean isLonger = !text.isEmpty() && text.charAt(text.length() - 1) == MARK;
    String body = isLonger ? text.substring(0, text.length() - 1) : text;
    body = BARE_SIGN.matcher(body).replaceAll(String.valueOf(ZERO));
    for (Pattern marked : MARKED) {
      body = marked.matcher(body).replaceAll("$1");
    }
    return body;
  }

  /** The text of a person, with mentions and links to channels as agents write them. */
  static String ofPerson(String content) {
    String text = USER.matcher(content).replaceAll("@$1");
    text = GROUP.matcher(text).replaceAll("@$1");
    text = TOPIC.matcher(text).replaceAll("#$1 > $2");
    return CHANNEL.matcher(text).replaceAll("#$1");
  }
}

package dev.parley.chat.xmpp;

/** Texts in XML 1.0, which cannot carry all characters. */
final class XmppText {
  private static final int REPLACEMENT = 0xFFFD;

  private XmppText() {}

  /** Returns true if {@code text} comes out of XML as it was, though the library escapes little. */
  static boolean isCarried(String text) {
    return !text.isBlank()
        && !text.contains("]]>")
        && text.codePoints().allMatch(point -> isCharacter(point) && point != '\r');
  }

  /** The text with line feeds alone, and U+FFFD for each character that XML cannot carry. */
  static String cleaned(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace('\r', '\n')
        .codePoints()
        .map(point -> isCharacter(point) ? point : REPLACEMENT)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isCharacter(int point) {
    boolean isControl = point < ' ' && point != '\t' && point != '\n' && point != '\r';
    boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    return !isControl && !isHalf && point != 0xFFFE && point != 0xFFFF;
  }
}

package dev.parley.chat.discord;

/**
 * Protects the end of a text. Discord removes blanks and line ends there, and a part of a long text
 * may end with one. Such a text is sent with a zero-width space behind it, which people do not see
 * and Discord does not remove, and which is taken away when the text is read.
 */
final class DiscordEdges {
  private static final char GUARD = '\u200B';

  private DiscordEdges() {}

  /** The text to send. */
  static String guarded(String text) {
    return !text.isEmpty() && isAtRisk(text.codePointBefore(text.length())) ? text + GUARD : text;
  }

  /** The text that was sent. */
  static String unguarded(String text) {
    boolean isGuarded = !text.isEmpty() && text.charAt(text.length() - 1) == GUARD;
    return isGuarded ? text.substring(0, text.length() - 1) : text;
  }

  private static boolean isAtRisk(int last) {
    return Character.isWhitespace(last)
        || Character.isSpaceChar(last)
        || Character.isISOControl(last)
        || Character.getType(last) == Character.FORMAT;
  }
}
